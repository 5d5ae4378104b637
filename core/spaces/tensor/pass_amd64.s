#include "textflag.h"
#include "vector_amd64.h"

// Contractions with AVX2. A pass takes four columns j .. j+3 of the packed
// triangle at a time, so that v is loaded and stored once for the four:
//
//	DI  v                   Y0-Y3  T_.j' a .. T_.j+3' a, four rows apart
//	DX  alpha               Y4-Y7  a_j .. a_j+3
//	R10-R13  the columns    Y8     a of four rows
//	R8  8 j                 Y9     v of four rows
//	R9  8 i                 Y15    c
//	R14 R9 + (half - block): H is packed as T is, so a column of it lies there
//	R15 16 i, the prefetch's way through the four columns
//
// Multiplications and additions are separate: nothing is fused.

// COLUMN takes four rows of one column: p at T, a_j in AJ, sum in S.
#define COLUMN(T, AJ, S) \
	VMOVUPD (T)(R9*1), Y10; \
	VMULPD  Y8, Y10, Y11;   \
	VADDPD  Y11, S, S;      \
	VMULPD  AJ, Y10, Y12;   \
	VADDPD  Y12, Y9, Y9

// COLUMNM does the same and adds c p to H.
#define COLUMNM(T, AJ, S) \
	COLUMN(T, AJ, S);            \
	VMULPD  Y15, Y10, Y13;       \
	VADDPD  (T)(R14*1), Y13, Y13; \
	VMOVUPD Y13, (T)(R14*1)

// BEGIN sets the four columns from R10 and the sums and factors.
#define BEGIN \
	LEAQ 8(R10)(R8*1), R11;         \
	LEAQ 16(R11)(R8*1), R12;        \
	LEAQ 24(R12)(R8*1), R13;        \
	VXORPD Y0, Y0, Y0;              \
	VXORPD Y1, Y1, Y1;              \
	VXORPD Y2, Y2, Y2;              \
	VXORPD Y3, Y3, Y3;              \
	VBROADCASTSD (DX)(R8*1), Y4;    \
	VBROADCASTSD 8(DX)(R8*1), Y5;   \
	VBROADCASTSD 16(DX)(R8*1), Y6;  \
	VBROADCASTSD 24(DX)(R8*1), Y7;  \
	XORQ R9, R9;                    \
	MOVQ R10, R15

// PREFETCH touches the 128 bytes that a step reads, some way ahead.
#define PREFETCH \
	PREFETCHT0 AHEAD(R15);      \
	PREFETCHT0 (AHEAD+64)(R15); \
	ADDQ $128, R15

// CORNER loads the ends of the four columns, rows j .. j+3, into Y10, Y11, Y12,
// Y13, with zeros below the diagonal, takes them, and stores v of these rows.
#define CORNER \
	VMOVUPD (DX)(R8*1), Y8;          \
	VMOVUPD (DI)(R8*1), Y9;          \
	VMOVSD  (R10)(R8*1), X10;        \
	VMOVUPD (R11)(R8*1), X11;        \
	VMOVUPD (R12)(R8*1), X12;        \
	VMOVSD  16(R12)(R8*1), X14;      \
	VINSERTF128 $1, X14, Y12, Y12;   \
	VMOVUPD (R13)(R8*1), Y13;        \
	VMULPD  Y8, Y10, Y14;            \
	VADDPD  Y14, Y0, Y0;             \
	VMULPD  Y8, Y11, Y14;            \
	VADDPD  Y14, Y1, Y1;             \
	VMULPD  Y8, Y12, Y14;            \
	VADDPD  Y14, Y2, Y2;             \
	VMULPD  Y8, Y13, Y14;            \
	VADDPD  Y14, Y3, Y3;             \
	VMULPD  Y4, Y10, Y14;            \
	VADDPD  Y14, Y9, Y9;             \
	VMULPD  Y5, Y11, Y14;            \
	VADDPD  Y14, Y9, Y9;             \
	VMULPD  Y6, Y12, Y14;            \
	VADDPD  Y14, Y9, Y9;             \
	VMULPD  Y7, Y13, Y14;            \
	VADDPD  Y14, Y9, Y9;             \
	VHADDPD Y1, Y0, Y0;              \
	VHADDPD Y3, Y2, Y2;              \
	VPERM2F128 $0x20, Y2, Y0, Y1;    \
	VPERM2F128 $0x31, Y2, Y0, Y3;    \
	VADDPD  Y3, Y1, Y1;              \
	VADDPD  Y1, Y9, Y9;              \
	VMOVUPD Y9, (DI)(R8*1)

// NEXT goes on to the four columns behind R13.
#define NEXT \
	LEAQ 32(R13)(R8*1), R10; \
	ADDQ $32, R8

#define TAKE(T, AJ, S) COLUMN(T, AJ, S)
#define ADVANCE(BYTES) ADDQ $BYTES, R9

// func passOmega(v, block, alpha *float64, k int)
TEXT ·passOmega(SB), NOSPLIT, $0-32
	MOVQ v+0(FP), DI
	MOVQ block+8(FP), R10
	MOVQ alpha+16(FP), DX
	MOVQ k+24(FP), CX
#include "pass_amd64.h"

#undef TAKE
#undef ADVANCE
#define HESSIAN
#define TAKE(T, AJ, S) COLUMNM(T, AJ, S)
#define ADVANCE(BYTES) \
	ADDQ $BYTES, R9; \
	ADDQ $BYTES, R14

// func passOmegaM(v, half, block, alpha *float64, c float64, k int)
TEXT ·passOmegaM(SB), NOSPLIT, $0-48
	MOVQ v+0(FP), DI
	MOVQ half+8(FP), SI
	MOVQ block+16(FP), R10
	MOVQ alpha+24(FP), DX
	VBROADCASTSD c+32(FP), Y15
	MOVQ k+40(FP), CX
	SUBQ R10, SI
#include "pass_amd64.h"

// func passAdd(dst, v *float64, c float64, n int)
TEXT ·passAdd(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ v+8(FP), SI
	VBROADCASTSD c+16(FP), Y15
	MOVQ n+24(FP), CX
	JMP  whole

rows:
	VMULPD  (SI), Y15, Y0
	VADDPD  (DI), Y0, Y0
	VMOVUPD Y0, (DI)
	ADDQ $32, SI
	ADDQ $32, DI

whole:
	SUBQ $4, CX
	JGE  rows
	ADDQ $4, CX
	JZ   done

row:
	VMULSD (SI), X15, X0
	VADDSD (DI), X0, X0
	VMOVSD X0, (DI)
	ADDQ $8, SI
	ADDQ $8, DI
	DECQ CX
	JNZ  row

done:
	VZEROUPPER
	RET

// func passDot(v, a *float64, n int) float64
TEXT ·passDot(SB), NOSPLIT, $0-32
	MOVQ v+0(FP), SI
	MOVQ a+8(FP), DX
	MOVQ n+16(FP), CX
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	JMP  whole

rows:
	VMOVUPD (SI), Y2
	VMULPD  (DX), Y2, Y2
	VADDPD  Y2, Y0, Y0
	VMOVUPD 32(SI), Y3
	VMULPD  32(DX), Y3, Y3
	VADDPD  Y3, Y1, Y1
	ADDQ $64, SI
	ADDQ $64, DX

whole:
	SUBQ $8, CX
	JGE  rows
	VADDPD Y1, Y0, Y0
	SUM(Y0, X0, X1)
	ADDQ $8, CX
	JZ   done

row:
	VMOVSD (SI), X2
	VMULSD (DX), X2, X2
	VADDSD X2, X0, X0
	ADDQ $8, SI
	ADDQ $8, DX
	DECQ CX
	JNZ  row

done:
	VMOVSD X0, ret+24(FP)
	VZEROUPPER
	RET
