#include "textflag.h"

// exp with AVX2, 32 numbers at a time: the algorithm and, as nothing is fused, the digits of Exp in
// exp.go. Eight registers hold s and then r (Y0-Y7), eight the result (Y8-Y15): each is a chain of dependent
// steps, and eight of them keep the processor busy. m + shift is stored in the place of s.

// Constants, each four times.
#define FOUR(AT, V) \
	DATA exp<>+(AT)(SB)/8, V;    \
	DATA exp<>+(AT+8)(SB)/8, V;  \
	DATA exp<>+(AT+16)(SB)/8, V; \
	DATA exp<>+(AT+24)(SB)/8, V

FOUR(0, $-746.0)
FOUR(32, $710.0)
FOUR(64, $1.4426950408889634)
FOUR(96, $6755399441055744.0) // shift
FOUR(128, $0.693147180369123816490)
FOUR(160, $1.90821492927058770002e-10)
FOUR(192, $1023)
FOUR(224, $1.6059043836821613e-10) // 1/13!
FOUR(256, $2.08767569878681e-09) // 1/12!
FOUR(288, $2.505210838544172e-08) // 1/11!
FOUR(320, $2.755731922398589e-07) // 1/10!
FOUR(352, $2.7557319223985893e-06) // 1/9!
FOUR(384, $2.48015873015873e-05) // 1/8!
FOUR(416, $0.0001984126984126984) // 1/7!
FOUR(448, $0.001388888888888889) // 1/6!
FOUR(480, $0.008333333333333333) // 1/5!
FOUR(512, $0.041666666666666664) // 1/4!
FOUR(544, $0.16666666666666666) // 1/3!
FOUR(576, $0.5) // 1/2!
FOUR(608, $1.0)
GLOBL exp<>(SB), RODATA, $640

// BEGIN takes s, between -746 and 710, NaN too, and leaves r in S.
#define BEGIN(AT, S) \
	VMAXPD AT(SI), Y12, S; \
	VMINPD S, Y13, S;      \
	VMULPD S, Y14, Y8;     \
	VADDPD Y15, Y8, Y8;    \
	VMOVUPD Y8, AT(SI);    \
	VSUBPD Y15, Y8, Y8;    \
	VMULPD Y10, Y8, Y9;    \
	VSUBPD Y9, S, S;       \
	VMULPD Y11, Y8, Y8;    \
	VSUBPD Y8, S, S

// TERM multiplies the polynomials by r and adds the next coefficient.
#define TERM(AT) \
	VMULPD Y0, Y8, Y8;               \
	VMULPD Y1, Y9, Y9;               \
	VMULPD Y2, Y10, Y10;             \
	VMULPD Y3, Y11, Y11;             \
	VMULPD Y4, Y12, Y12;             \
	VMULPD Y5, Y13, Y13;             \
	VMULPD Y6, Y14, Y14;             \
	VMULPD Y7, Y15, Y15;             \
	VADDPD exp<>+AT(SB), Y8, Y8;     \
	VADDPD exp<>+AT(SB), Y9, Y9;     \
	VADDPD exp<>+AT(SB), Y10, Y10;   \
	VADDPD exp<>+AT(SB), Y11, Y11;   \
	VADDPD exp<>+AT(SB), Y12, Y12;   \
	VADDPD exp<>+AT(SB), Y13, Y13;   \
	VADDPD exp<>+AT(SB), Y14, Y14;   \
	VADDPD exp<>+AT(SB), Y15, Y15

// END multiplies by 2^m, in two factors, and stores. The shift of 32-bit
// integers is one of 64 bits here: the upper half of m is its sign alone.
#define END(AT, R) \
	VMOVUPD AT(SI), Y0;  \
	VPSUBQ Y2, Y0, Y0;   \
	VPSRAD $1, Y0, Y1;   \
	VPSUBQ Y1, Y0, Y0;   \
	VPADDQ Y3, Y1, Y1;   \
	VPSLLQ $52, Y1, Y1;  \
	VMULPD Y1, R, R;     \
	VPADDQ Y3, Y0, Y0;   \
	VPSLLQ $52, Y0, Y0;  \
	VMULPD Y0, R, R;     \
	VMOVUPD R, AT(SI)

// func expSteps(s *float64, n int)
TEXT ·expSteps(SB), NOSPLIT, $0-16
	MOVQ s+0(FP), SI
	MOVQ n+8(FP), CX

step:
	VMOVUPD exp<>+0(SB), Y12
	VMOVUPD exp<>+32(SB), Y13
	VMOVUPD exp<>+64(SB), Y14
	VMOVUPD exp<>+96(SB), Y15
	VMOVUPD exp<>+128(SB), Y10
	VMOVUPD exp<>+160(SB), Y11
	BEGIN(0, Y0)
	BEGIN(32, Y1)
	BEGIN(64, Y2)
	BEGIN(96, Y3)
	BEGIN(128, Y4)
	BEGIN(160, Y5)
	BEGIN(192, Y6)
	BEGIN(224, Y7)
	VMOVUPD exp<>+224(SB), Y8
	VMOVAPD Y8, Y9
	VMOVAPD Y8, Y10
	VMOVAPD Y8, Y11
	VMOVAPD Y8, Y12
	VMOVAPD Y8, Y13
	VMOVAPD Y8, Y14
	VMOVAPD Y8, Y15
	TERM(256)
	TERM(288)
	TERM(320)
	TERM(352)
	TERM(384)
	TERM(416)
	TERM(448)
	TERM(480)
	TERM(512)
	TERM(544)
	TERM(576)
	TERM(608)
	TERM(608)
	VMOVUPD exp<>+96(SB), Y2
	VMOVUPD exp<>+192(SB), Y3
	END(0, Y8)
	END(32, Y9)
	END(64, Y10)
	END(96, Y11)
	END(128, Y12)
	END(160, Y13)
	END(192, Y14)
	END(224, Y15)
	ADDQ $256, SI
	DECQ CX
	JNZ  step
	VZEROUPPER
	RET
