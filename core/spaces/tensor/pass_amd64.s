#include "textflag.h"
#include "vector_amd64.h"

// Contractions with AVX2 and FMA, four blocks of a row side by side: four streams
// keep the processor's own fetching ahead busy.
//
//	R8-R11          the four blocks, from the column on
//	SI, DI, BX, DX  v of the four blocks
//	R12, R13        a, the column of H
//	AX, CX          row, rows in whole fours
//	R14, R15        column j, the end of the columns
//	Y0-Y3           T_.j' a of the four blocks
//	Y4, Y5-Y8       a_j, c of the four blocks
//	Y9, Y10, Y11    a, H, T_.j of four rows

// PREFETCH touches the four blocks some way ahead.
#define PREFETCH \
	PREFETCHT0 256(R8)(AX*8);  \
	PREFETCHT0 256(R9)(AX*8);  \
	PREFETCHT0 256(R10)(AX*8); \
	PREFETCHT0 256(R11)(AX*8)

// ROWS takes the four rows of one block that are in Y11.
#define ROWS(V, S, C) \
	VFMADD231PD Y9, Y11, S;           \
	VFMADD231PD C, Y11, Y10;          \
	VFMADD213PD (V)(AX*8), Y4, Y11;   \
	VMOVUPD Y11, (V)(AX*8)

#define WHOLE(T, V, S, C) \
	VMOVUPD (T)(AX*8), Y11; \
	ROWS(V, S, C)

#define MASKED(T, V, S, C) \
	VMASKMOVPD (T)(AX*8), Y14, Y11; \
	ROWS(V, S, C)

// The mask of r rows, from 1 to 3, begins 3 - r numbers behind the beginning.
DATA masks<>+0(SB)/8, $-1
DATA masks<>+8(SB)/8, $-1
DATA masks<>+16(SB)/8, $-1
GLOBL masks<>(SB), RODATA, $48

// BLOCK takes four entries of one block at T, with c in C and sums in S; foursOmega
// has the products in SI, H in DI and the sums in BX.
#define BLOCK(T, C, S) \
	VMOVUPD (T)(AX*8), Y10; \
	VFMADD231PD Y8, Y10, S; \
	VFMADD231PD C, Y10, Y9

// RANGE takes the entries from AX up to the end of block B or to the end of the
// chunk, stores the sums S of the block, and leaves the block out from there on.
#define RANGE(B, S, C, rows, end) \
	MOVQ (8*B)(R15), CX;        \
	CMPQ CX, to+64(FP);         \
	CMOVQGT to+64(FP), CX;      \
	CMPQ AX, CX;                \
	JGE  end;                   \
rows:                           \
	VMOVUPD (SI)(AX*8), Y8;     \
	VMOVUPD (DI)(AX*8), Y9;     \
	BLOCK(R8, Y4, Y0);          \
	BLOCK(R9, Y5, Y1);          \
	BLOCK(R10, Y6, Y2);         \
	BLOCK(R11, Y7, Y3);         \
	VMOVUPD Y9, (DI)(AX*8);     \
	PREFETCH;                   \
	ADDQ $4, AX;                \
	CMPQ AX, CX;                \
	JLT  rows;                  \
end:                            \
	VMOVUPD S, (32*B)(BX);      \
	VXORPD  C, C, C

// func columnsOmegaM(v, half, blocks, alpha *float64, f *four, from, to int)
TEXT ·columnsOmegaM(SB), NOSPLIT, $0-56
	MOVQ blocks+16(FP), R12
	MOVQ f+32(FP), AX
	MOVQ 0(AX), R8
	MOVQ 8(AX), R9
	MOVQ 16(AX), R10
	MOVQ 24(AX), R11
	LEAQ (R12)(R8*8), R8
	LEAQ (R12)(R9*8), R9
	LEAQ (R12)(R10*8), R10
	LEAQ (R12)(R11*8), R11
	MOVQ v+0(FP), R12
	MOVQ 32(AX), SI
	MOVQ 40(AX), DI
	MOVQ 48(AX), BX
	MOVQ 56(AX), DX
	LEAQ (R12)(SI*8), SI
	LEAQ (R12)(DI*8), DI
	LEAQ (R12)(BX*8), BX
	LEAQ (R12)(DX*8), DX
	VBROADCASTSD 64(AX), Y5
	VBROADCASTSD 72(AX), Y6
	VBROADCASTSD 80(AX), Y7
	VBROADCASTSD 88(AX), Y8
	MOVQ alpha+24(FP), R12
	MOVQ half+8(FP), R13
	MOVQ from+40(FP), R14
	MOVQ to+48(FP), R15

column:
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	VBROADCASTSD (R12)(R14*8), Y4
	XORQ AX, AX
	LEAQ 1(R14), CX
	ANDQ $~3, CX
	JZ   rest

rows:
	VMOVUPD (R12)(AX*8), Y9
	VMOVUPD (R13)(AX*8), Y10
	WHOLE(R8, SI, Y0, Y5)
	WHOLE(R9, DI, Y1, Y6)
	WHOLE(R10, BX, Y2, Y7)
	WHOLE(R11, DX, Y3, Y8)
	VMOVUPD Y10, (R13)(AX*8)
	PREFETCH
	ADDQ $4, AX
	CMPQ AX, CX
	JLT  rows

rest:
	LEAQ 1(R14), CX
	SUBQ AX, CX
	JZ   sums
	NEGQ CX
	LEAQ masks<>(SB), R15
	VMOVUPD 24(R15)(CX*8), Y14
	MOVQ to+48(FP), R15
	VMOVUPD (R12)(AX*8), Y9
	VMOVUPD (R13)(AX*8), Y10
	MASKED(R8, SI, Y0, Y5)
	MASKED(R9, DI, Y1, Y6)
	MASKED(R10, BX, Y2, Y7)
	MASKED(R11, DX, Y3, Y8)
	VMOVUPD Y10, (R13)(AX*8)
	ADDQ $4, AX

	// v_j of the four blocks
sums:
	VHADDPD Y1, Y0, Y0
	VHADDPD Y3, Y2, Y2
	VPERM2F128 $0x20, Y2, Y0, Y1
	VPERM2F128 $0x31, Y2, Y0, Y3
	VADDPD  Y3, Y1, Y1
	VADDSD  (SI)(R14*8), X1, X2
	VMOVSD  X2, (SI)(R14*8)
	VUNPCKHPD X1, X1, X2
	VADDSD  (DI)(R14*8), X2, X2
	VMOVSD  X2, (DI)(R14*8)
	VEXTRACTF128 $1, Y1, X1
	VADDSD  (BX)(R14*8), X1, X2
	VMOVSD  X2, (BX)(R14*8)
	VUNPCKHPD X1, X1, X2
	VADDSD  (DX)(R14*8), X2, X2
	VMOVSD  X2, (DX)(R14*8)
	LEAQ (R13)(AX*8), R13
	LEAQ 8(R8)(R14*8), R8
	LEAQ 8(R9)(R14*8), R9
	LEAQ 8(R10)(R14*8), R10
	LEAQ 8(R11)(R14*8), R11
	INCQ R14
	CMPQ R14, R15
	JLT  column
	VZEROUPPER
	RET

// func foursOmega(sums *[4]float64, c, half, products, blocks *float64, at, fours *int, from, to, count int)
TEXT ·foursOmega(SB), NOSPLIT, $0-80
	MOVQ sums+0(FP), BX
	MOVQ c+8(FP), R12
	MOVQ half+16(FP), DI
	MOVQ products+24(FP), SI
	MOVQ blocks+32(FP), R13
	MOVQ at+40(FP), DX
	MOVQ fours+48(FP), R15

four:
	MOVQ 0(DX), AX
	LEAQ (R13)(AX*8), R8
	MOVQ 8(DX), AX
	LEAQ (R13)(AX*8), R9
	MOVQ 16(DX), AX
	LEAQ (R13)(AX*8), R10
	MOVQ 24(DX), AX
	LEAQ (R13)(AX*8), R11
	VMOVUPD 0(BX), Y0
	VMOVUPD 32(BX), Y1
	VMOVUPD 64(BX), Y2
	VMOVUPD 96(BX), Y3
	VBROADCASTSD 0(R12), Y4
	VBROADCASTSD 8(R12), Y5
	VBROADCASTSD 16(R12), Y6
	VBROADCASTSD 24(R12), Y7
	MOVQ from+56(FP), AX
	RANGE(0, Y0, Y4, rows0, end0)
	RANGE(1, Y1, Y5, rows1, end1)
	RANGE(2, Y2, Y6, rows2, end2)
	RANGE(3, Y3, Y7, rows3, end3)
	ADDQ $128, BX
	ADDQ $32, R12
	ADDQ $32, DX
	ADDQ $32, R15
	DECQ count+72(FP)
	JNZ  four
	VZEROUPPER
	RET

// About where the next chunk of the block begins is touched, too.
// func passWiden(dst *float64, src *half, n int)
TEXT ·passWiden(SB), NOSPLIT, $0-24
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ n+16(FP), CX
	JMP  whole

rows:
	VPMOVZXDQ (SI), Y0
	VPMOVZXDQ 16(SI), Y1
	VPSLLQ  $32, Y0, Y0
	VPSLLQ  $32, Y1, Y1
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	PREFETCHT0 2048(SI)
	ADDQ $32, SI
	ADDQ $64, DI

whole:
	SUBQ $8, CX
	JGE  rows
	ADDQ $8, CX
	JZ   done

one:
	VMOVD  (SI), X0
	VPSLLQ $32, X0, X0
	VMOVQ  X0, (DI)
	ADDQ $4, SI
	ADDQ $8, DI
	DECQ CX
	JNZ  one

done:
	VZEROUPPER
	RET

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
