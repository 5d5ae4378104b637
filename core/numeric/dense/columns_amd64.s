#include "textflag.h"

// Columns of Gram triangles with AVX2: see columns_amd64.go. Multiplications and additions are
// separate, so that the digits are those of portableProducts.

// COLUMN adds the products of Y12 and Y13, eight points, with the number Y bytes into the vectors.
#define COLUMN(Y, LOW, HIGH) \
	VBROADCASTSD Y(BX), Y14; \
	VMULPD Y12, Y14, Y15;    \
	VADDPD Y15, LOW, LOW;    \
	VMULPD Y13, Y14, Y14;    \
	VADDPD Y14, HIGH, HIGH

// STEP takes one coordinate, which is X bytes into the panel and Y bytes into the vectors.
#define STEP(X, Y) \
	VMOVUPD X(SI), Y12;        \
	VMOVUPD (X+32)(SI), Y13;   \
	COLUMN(Y, Y0, Y1);         \
	COLUMN((Y+32), Y2, Y3);    \
	COLUMN((Y+64), Y4, Y5);    \
	COLUMN((Y+96), Y6, Y7);    \
	COLUMN((Y+128), Y8, Y9);   \
	COLUMN((Y+160), Y10, Y11)

// HALFCOLUMN and HALFSTEP do the same for the first four points of a panel.
#define HALFCOLUMN(Y, LOW) \
	VBROADCASTSD Y(BX), Y14; \
	VMULPD Y12, Y14, Y14;    \
	VADDPD Y14, LOW, LOW

#define HALFSTEP(X, Y) \
	VMOVUPD X(SI), Y12;        \
	HALFCOLUMN(Y, Y0);         \
	HALFCOLUMN((Y+32), Y2);    \
	HALFCOLUMN((Y+64), Y4);    \
	HALFCOLUMN((Y+96), Y6);    \
	HALFCOLUMN((Y+128), Y8);   \
	HALFCOLUMN((Y+160), Y10)

// STORE stores the sums of one vector and goes on to the strip of the next.
#define STORE(LOW, HIGH) \
	VMOVUPD LOW, (R9);    \
	VMOVUPD HIGH, 32(R9); \
	ADDQ DX, R9

// WEIGH stores four products of the factors of the vector at Y.
#define WEIGH(Y) \
	MOVQ (Y/2)(R14), R9;            \
	MOVQ (Y/2+8)(R14), R10;         \
	VMOVUPD (R9)(R12*1), Y12;       \
	VMULPD (R10)(R12*1), Y12, Y12;  \
	VMOVUPD Y12, Y(R11)

// func innerColumns(strips *float64, stride int, panels, y *float64, factors *[groupColumns][2]*float64, w, fours int)
TEXT ·innerColumns(SB), NOSPLIT, $0-56
	MOVQ strips+0(FP), DI
	MOVQ stride+8(FP), DX
	MOVQ panels+16(FP), SI
	MOVQ y+24(FP), R8
	MOVQ factors+32(FP), R14
	MOVQ w+40(FP), CX
	MOVQ fours+48(FP), R13
	SHLQ $3, DX
	MOVQ R8, R11
	XORQ R12, R12
	LEAQ (CX*8), R15
	ANDQ $-32, R15 // bytes of the products to compute

panel:
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	VXORPD Y4, Y4, Y4
	VXORPD Y5, Y5, Y5
	VXORPD Y6, Y6, Y6
	VXORPD Y7, Y7, Y7
	VXORPD Y8, Y8, Y8
	VXORPD Y9, Y9, Y9
	VXORPD Y10, Y10, Y10
	VXORPD Y11, Y11, Y11
	MOVQ R8, BX
	MOVQ CX, AX
	CMPQ R12, R15
	JLT  weigh
	CMPQ R13, $1
	JEQ  halves
	JMP  fours

four:
	// With the first panel, the products of the four coordinates after the next ones.
	CMPQ R12, R15
	JGE  steps

weigh:
	WEIGH(0)
	WEIGH(32)
	WEIGH(64)
	WEIGH(96)
	WEIGH(128)
	WEIGH(160)
	ADDQ $192, R11
	ADDQ $32, R12
	CMPQ R12, $32
	JEQ  fours

steps:
	STEP(0, 0)
	STEP(64, 8)
	STEP(128, 16)
	STEP(192, 24)
	ADDQ $256, SI
	ADDQ $192, BX

fours:
	SUBQ $4, AX
	JGE  four
	ADDQ $4, AX
	JZ   sums

one:
	STEP(0, 0)
	ADDQ $64, SI
	ADDQ $8, BX
	DECQ AX
	JNZ  one
	JMP  sums

half:
	HALFSTEP(0, 0)
	HALFSTEP(64, 8)
	HALFSTEP(128, 16)
	HALFSTEP(192, 24)
	ADDQ $256, SI
	ADDQ $192, BX

halves:
	SUBQ $4, AX
	JGE  half
	ADDQ $4, AX
	JZ   sums

halfOne:
	HALFSTEP(0, 0)
	ADDQ $64, SI
	ADDQ $8, BX
	DECQ AX
	JNZ  halfOne

sums:
	MOVQ DI, R9
	STORE(Y0, Y1)
	STORE(Y2, Y3)
	STORE(Y4, Y5)
	STORE(Y6, Y7)
	STORE(Y8, Y9)
	STORE(Y10, Y11)
	ADDQ $64, DI
	SUBQ $2, R13
	JG   panel
	VZEROUPPER
	RET
