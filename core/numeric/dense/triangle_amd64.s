#include "textflag.h"

// Products of points with AVX2: see triangle_amd64.go. Multiplications and
// additions are separate, so that the digits are those of portableProducts.

// STEP takes one coordinate, which is X bytes into the panel and Y bytes into
// the vectors: eight rows in Y8 and Y9, one vector after another in Y10.
#define STEP(X, Y) \
	VMOVUPD X(BX), Y8;                 \
	VMOVUPD (X+32)(BX), Y9;            \
	VBROADCASTSD Y(R8)(R12*8), Y10;    \
	VMULPD Y8, Y10, Y11;               \
	VADDPD Y11, Y0, Y0;                \
	VMULPD Y9, Y10, Y12;               \
	VADDPD Y12, Y1, Y1;                \
	VBROADCASTSD Y(R9)(R12*8), Y13;    \
	VMULPD Y8, Y13, Y14;               \
	VADDPD Y14, Y2, Y2;                \
	VMULPD Y9, Y13, Y15;               \
	VADDPD Y15, Y3, Y3;                \
	VBROADCASTSD Y(R10)(R12*8), Y10;   \
	VMULPD Y8, Y10, Y11;               \
	VADDPD Y11, Y4, Y4;                \
	VMULPD Y9, Y10, Y12;               \
	VADDPD Y12, Y5, Y5;                \
	VBROADCASTSD Y(R11)(R12*8), Y13;   \
	VMULPD Y8, Y13, Y14;               \
	VADDPD Y14, Y6, Y6;                \
	VMULPD Y9, Y13, Y15;               \
	VADDPD Y15, Y7, Y7

// ADD adds the sums of one vector to the eight elements at DI and goes on to
// those of the next.
#define ADD(LOW, HIGH) \
	VADDPD  (DI), LOW, LOW;    \
	VADDPD  32(DI), HIGH, HIGH; \
	VMOVUPD LOW, (DI);         \
	VMOVUPD HIGH, 32(DI);      \
	LEAQ (DI)(DX*8), DI;       \
	INCQ DX

// func addTiles(dst, panel, y *float64, gap, w, tiles int)
TEXT ·addTiles(SB), NOSPLIT, $0-48
	MOVQ dst+0(FP), DI
	MOVQ panel+8(FP), SI
	MOVQ y+16(FP), R8
	MOVQ gap+24(FP), DX
	MOVQ w+32(FP), CX
	MOVQ tiles+40(FP), R13

tile:
	LEAQ (R8)(CX*8), R9
	LEAQ (R9)(CX*8), R10
	LEAQ (R10)(CX*8), R11
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	VXORPD Y4, Y4, Y4
	VXORPD Y5, Y5, Y5
	VXORPD Y6, Y6, Y6
	VXORPD Y7, Y7, Y7
	MOVQ SI, BX
	XORQ R12, R12
	JMP  pairs

pair:
	STEP(0, 0)
	STEP(64, 8)
	ADDQ $128, BX
	ADDQ $2, R12

pairs:
	LEAQ 1(R12), AX
	CMPQ AX, CX
	JLT  pair
	JGT  sums
	STEP(0, 0)

sums:
	ADD(Y0, Y1)
	ADD(Y2, Y3)
	ADD(Y4, Y5)
	ADD(Y6, Y7)
	LEAQ (R11)(CX*8), R8
	DECQ R13
	JNZ  tile
	VZEROUPPER
	RET

// func interleave(panel, r0, r1, r2, r3 *float64, w int)
TEXT ·interleave(SB), NOSPLIT, $0-48
	MOVQ panel+0(FP), DI
	MOVQ r0+8(FP), R8
	MOVQ r1+16(FP), R9
	MOVQ r2+24(FP), R10
	MOVQ r3+32(FP), R11
	MOVQ w+40(FP), CX
	XORQ R12, R12
	JMP  fours

four:
	VMOVUPD (R8)(R12*8), Y0
	VMOVUPD (R9)(R12*8), Y1
	VMOVUPD (R10)(R12*8), Y2
	VMOVUPD (R11)(R12*8), Y3
	VUNPCKLPD Y1, Y0, Y4
	VUNPCKHPD Y1, Y0, Y5
	VUNPCKLPD Y3, Y2, Y6
	VUNPCKHPD Y3, Y2, Y7
	VPERM2F128 $0x20, Y6, Y4, Y8
	VPERM2F128 $0x20, Y7, Y5, Y9
	VPERM2F128 $0x31, Y6, Y4, Y10
	VPERM2F128 $0x31, Y7, Y5, Y11
	VMOVUPD Y8, (DI)
	VMOVUPD Y9, 64(DI)
	VMOVUPD Y10, 128(DI)
	VMOVUPD Y11, 192(DI)
	ADDQ $256, DI
	ADDQ $4, R12

fours:
	LEAQ 3(R12), AX
	CMPQ AX, CX
	JLT  four

one:
	CMPQ R12, CX
	JGE  done
	VMOVSD (R8)(R12*8), X0
	VMOVSD (R9)(R12*8), X1
	VMOVSD (R10)(R12*8), X2
	VMOVSD (R11)(R12*8), X3
	VMOVSD X0, (DI)
	VMOVSD X1, 8(DI)
	VMOVSD X2, 16(DI)
	VMOVSD X3, 24(DI)
	ADDQ $64, DI
	INCQ R12
	JMP  one

done:
	VZEROUPPER
	RET

// func multiplyVectors(dst, x, y *float64, n int)
TEXT ·multiplyVectors(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ y+16(FP), DX
	MOVQ n+24(FP), CX
	XORQ R8, R8
	JMP  fours

four:
	VMOVUPD (SI)(R8*8), Y0
	VMULPD  (DX)(R8*8), Y0, Y0
	VMOVUPD Y0, (DI)(R8*8)
	ADDQ $4, R8

fours:
	LEAQ 3(R8), AX
	CMPQ AX, CX
	JLT  four

one:
	CMPQ R8, CX
	JGE  done
	VMOVSD (SI)(R8*8), X0
	VMULSD (DX)(R8*8), X0, X0
	VMOVSD X0, (DI)(R8*8)
	INCQ R8
	JMP  one

done:
	VZEROUPPER
	RET
