#include "textflag.h"
#include "vector_amd64.h"

// A column of four blocks of rounded entries side by side, with AVX2, as in four_amd64.s. Entries are
// widened to float64 as they are loaded.
//
//	R8-R11          the column in the four blocks
//	SI, DI, BX, DX  v of the four blocks
//	R12, R13        a, H
//	AX, CX          row, rows left
//	Y0-Y3           T_.j' a of the four blocks
//	Y4, Y5-Y8       a_j, c of the four blocks
//	Y9, Y10, Y11    a, H, T_.j of four rows

// ROWS takes four rows of one block.
#define ROWS(T, V, S) \
	VPMOVZXDQ (T)(AX*4), Y11;    \
	VPSLLQ  $32, Y11, Y11;       \
	VMULPD  Y9, Y11, Y12;        \
	VADDPD  Y12, S, S;           \
	VMULPD  Y4, Y11, Y13;        \
	VADDPD  (V)(AX*8), Y13, Y13; \
	VMOVUPD Y13, (V)(AX*8)

// ROWSM does the same and adds c p to H.
#define ROWSM(T, V, S, C) \
	ROWS(T, V, S);          \
	VMULPD Y11, C, Y12;     \
	VADDPD Y12, Y10, Y10

// ROW and ROWM take one row.
#define ROW(T, V, S) \
	VMOVD  (T)(AX*4), X11;       \
	VPSLLQ $32, X11, X11;        \
	VMULSD X9, X11, X12;         \
	VADDSD X12, S, S;            \
	VMULSD X4, X11, X13;         \
	VADDSD (V)(AX*8), X13, X13;  \
	VMOVSD X13, (V)(AX*8)

#define ROWM(T, V, S, C) \
	ROW(T, V, S);           \
	VMULSD X11, C, X12;     \
	VADDSD X12, X10, X10

#define BEGIN \
	MOVQ t+0(FP), AX;        \
	MOVQ 0(AX), R8;          \
	MOVQ 8(AX), R9;          \
	MOVQ 16(AX), R10;        \
	MOVQ 24(AX), R11;        \
	MOVQ v+8(FP), AX;        \
	MOVQ 0(AX), SI;          \
	MOVQ 8(AX), DI;          \
	MOVQ 16(AX), BX;         \
	MOVQ 24(AX), DX;         \
	MOVQ a+16(FP), R12;      \
	MOVQ n+24(FP), CX;       \
	MOVQ factors+32(FP), AX; \
	VBROADCASTSD 0(AX), Y4;  \
	VBROADCASTSD 8(AX), Y5;  \
	VBROADCASTSD 16(AX), Y6; \
	VBROADCASTSD 24(AX), Y7; \
	VBROADCASTSD 32(AX), Y8; \
	VXORPD Y0, Y0, Y0;       \
	VXORPD Y1, Y1, Y1;       \
	VXORPD Y2, Y2, Y2;       \
	VXORPD Y3, Y3, Y3;       \
	XORQ AX, AX

#define SUMS \
	SUM(Y0, X0, X12); \
	SUM(Y1, X1, X12); \
	SUM(Y2, X2, X12); \
	SUM(Y3, X3, X12)

#define END \
	MOVQ sums+40(FP), AX; \
	VMOVSD X0, 0(AX);     \
	VMOVSD X1, 8(AX);     \
	VMOVSD X2, 16(AX);    \
	VMOVSD X3, 24(AX);    \
	VZEROUPPER;           \
	RET

// func roundedOmega(t *[4]*half, v *[4]*float64, a *float64, n int, factors *[5]float64, sums *[4]float64)
TEXT ·roundedOmega(SB), NOSPLIT, $0-48
	BEGIN
	SUBQ $4, CX
	JLT  rest
four:
	VMOVUPD (R12)(AX*8), Y9
	ROWS(R8, SI, Y0)
	ROWS(R9, DI, Y1)
	ROWS(R10, BX, Y2)
	ROWS(R11, DX, Y3)
	ADDQ $4, AX
	SUBQ $4, CX
	JGE  four
rest:
	SUMS
	ADDQ $4, CX
	JEQ  done
one:
	VMOVSD (R12)(AX*8), X9
	ROW(R8, SI, X0)
	ROW(R9, DI, X1)
	ROW(R10, BX, X2)
	ROW(R11, DX, X3)
	INCQ AX
	DECQ CX
	JNE  one
done:
	END

// func roundedOmegaM(t *[4]*half, v *[4]*float64, a *float64, n int, factors *[5]float64, sums *[4]float64, h *float64)
TEXT ·roundedOmegaM(SB), NOSPLIT, $0-56
	BEGIN
	MOVQ h+48(FP), R13
	SUBQ $4, CX
	JLT  rest
four:
	VMOVUPD (R12)(AX*8), Y9
	VMOVUPD (R13)(AX*8), Y10
	ROWSM(R8, SI, Y0, Y5)
	ROWSM(R9, DI, Y1, Y6)
	ROWSM(R10, BX, Y2, Y7)
	ROWSM(R11, DX, Y3, Y8)
	VMOVUPD Y10, (R13)(AX*8)
	ADDQ $4, AX
	SUBQ $4, CX
	JGE  four
rest:
	SUMS
	ADDQ $4, CX
	JEQ  done
one:
	VMOVSD (R12)(AX*8), X9
	VMOVSD (R13)(AX*8), X10
	ROWM(R8, SI, X0, X5)
	ROWM(R9, DI, X1, X6)
	ROWM(R10, BX, X2, X7)
	ROWM(R11, DX, X3, X8)
	VMOVSD X10, (R13)(AX*8)
	INCQ AX
	DECQ CX
	JNE  one
done:
	END
