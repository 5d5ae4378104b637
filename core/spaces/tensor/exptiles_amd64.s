#include "textflag.h"
#include "vector_amd64.h"

// 2^s of tiles of inner products with AVX2 and fused multiply-adds: see exptiles.go.

// The coefficients of r^10, r^9, ..., 1 of a polynomial for 2^r, |r| <= 1/2, with a relative error
// below 3e-16 (the minimax polynomial with the value 1 at 0), and 1.5 * 2^52, each four times.
#define FOUR(AT, V) \
	DATA powers<>+(AT)(SB)/8, V;    \
	DATA powers<>+(AT+8)(SB)/8, V;  \
	DATA powers<>+(AT+16)(SB)/8, V; \
	DATA powers<>+(AT+24)(SB)/8, V

FOUR(0, $7.111758687557852e-09)
FOUR(32, $1.0210506458816145e-07)
FOUR(64, $1.321523563477604e-06)
FOUR(96, $1.525264774769592e-05)
FOUR(128, $0.00015403530800818256)
FOUR(160, $0.001333355824648072)
FOUR(192, $0.009618129107380715)
FOUR(224, $0.05550410866434658)
FOUR(256, $0.24022650695910472)
FOUR(288, $0.6931471805599516)
FOUR(320, $1.0)
FOUR(352, $6755399441055744.0)
GLOBL powers<>(SB), RODATA, $384

// STEP takes one coordinate, which is X bytes into the panel and Y bytes into the vectors: eight rows
// in Y8 and Y9, one vector after another in Y10.
#define STEP(X, Y) \
	VMOVUPD X(BX), Y8;                 \
	VMOVUPD (X+32)(BX), Y9;            \
	VBROADCASTSD Y(R8)(R12*8), Y10;    \
	VFMADD231PD Y8, Y10, Y0;           \
	VFMADD231PD Y9, Y10, Y1;           \
	VBROADCASTSD Y(R9)(R12*8), Y11;    \
	VFMADD231PD Y8, Y11, Y2;           \
	VFMADD231PD Y9, Y11, Y3;           \
	VBROADCASTSD Y(R10)(R12*8), Y12;   \
	VFMADD231PD Y8, Y12, Y4;           \
	VFMADD231PD Y9, Y12, Y5;           \
	VBROADCASTSD Y(R11)(R12*8), Y13;   \
	VFMADD231PD Y8, Y13, Y6;           \
	VFMADD231PD Y9, Y13, Y7

// REDUCE leaves r = s - m in S, for the nearest integer m, and stores m + 1.5 * 2^52, with m in its low bits.
#define REDUCE(AT, S, T) \
	VADDPD powers<>+352(SB), S, T;  \
	VMOVUPD T, AT(DI);              \
	VSUBPD powers<>+352(SB), T, T;  \
	VSUBPD T, S, S

// TERM multiplies the polynomials by r and adds the next coefficient.
#define TERM(AT) \
	VFMADD213PD powers<>+AT(SB), Y0, Y8;  \
	VFMADD213PD powers<>+AT(SB), Y1, Y9;  \
	VFMADD213PD powers<>+AT(SB), Y2, Y10; \
	VFMADD213PD powers<>+AT(SB), Y3, Y11; \
	VFMADD213PD powers<>+AT(SB), Y4, Y12; \
	VFMADD213PD powers<>+AT(SB), Y5, Y13; \
	VFMADD213PD powers<>+AT(SB), Y6, Y14; \
	VFMADD213PD powers<>+AT(SB), Y7, Y15

// SCALE adds m to the exponent of P.
#define SCALE(AT, P, T) \
	VMOVUPD AT(DI), T; \
	VPSLLQ $52, T, T;  \
	VPADDQ T, P, P;    \
	VMOVUPD P, AT(DI)

// func powerTiles(dst, panel, y *float64, w, tiles int)
TEXT ·powerTiles(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ panel+8(FP), SI
	MOVQ y+16(FP), R8
	MOVQ w+24(FP), CX
	MOVQ tiles+32(FP), R13

tile:
	LEAQ (R8)(CX*8), R9
	LEAQ (R9)(CX*8), R10
	LEAQ (R10)(CX*8), R11
	ZERO8
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
	JGT  powers
	STEP(0, 0)

powers:
	REDUCE(0, Y0, Y8)
	REDUCE(32, Y1, Y9)
	REDUCE(64, Y2, Y10)
	REDUCE(96, Y3, Y11)
	REDUCE(128, Y4, Y12)
	REDUCE(160, Y5, Y13)
	REDUCE(192, Y6, Y14)
	REDUCE(224, Y7, Y15)
	VMOVUPD powers<>+0(SB), Y8
	VMOVAPD Y8, Y9
	VMOVAPD Y8, Y10
	VMOVAPD Y8, Y11
	VMOVAPD Y8, Y12
	VMOVAPD Y8, Y13
	VMOVAPD Y8, Y14
	VMOVAPD Y8, Y15
	TERM(32)
	TERM(64)
	TERM(96)
	TERM(128)
	TERM(160)
	TERM(192)
	TERM(224)
	TERM(256)
	TERM(288)
	TERM(320)
	SCALE(0, Y8, Y0)
	SCALE(32, Y9, Y1)
	SCALE(64, Y10, Y2)
	SCALE(96, Y11, Y3)
	SCALE(128, Y12, Y4)
	SCALE(160, Y13, Y5)
	SCALE(192, Y14, Y6)
	SCALE(224, Y15, Y7)
	ADDQ $256, DI
	LEAQ (R11)(CX*8), R8
	DECQ R13
	JNZ  tile
	VZEROUPPER
	RET
