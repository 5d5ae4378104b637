#include "textflag.h"

// exp with AVX2, sixteen numbers at a time: the algorithm and, as nothing is
// fused, the digits of exponential in exp.go. Four registers hold s and then r
// (Y4-Y7), four m + shift (Y8-Y11), four the result (Y0-Y3): each is a chain of
// dependent steps, and four of them keep the processor busy.

DATA exp<>+0(SB)/8, $-746.0
DATA exp<>+8(SB)/8, $710.0
DATA exp<>+16(SB)/8, $1.4426950408889634
DATA exp<>+24(SB)/8, $6755399441055744.0 // shift
DATA exp<>+32(SB)/8, $0.693147180369123816490
DATA exp<>+40(SB)/8, $1.90821492927058770002e-10
DATA exp<>+48(SB)/8, $1023
DATA exp<>+56(SB)/8, $1.6059043836821613e-10 // 1/13!
DATA exp<>+64(SB)/8, $2.08767569878681e-09 // 1/12!
DATA exp<>+72(SB)/8, $2.505210838544172e-08 // 1/11!
DATA exp<>+80(SB)/8, $2.755731922398589e-07 // 1/10!
DATA exp<>+88(SB)/8, $2.7557319223985893e-06 // 1/9!
DATA exp<>+96(SB)/8, $2.48015873015873e-05 // 1/8!
DATA exp<>+104(SB)/8, $0.0001984126984126984 // 1/7!
DATA exp<>+112(SB)/8, $0.001388888888888889 // 1/6!
DATA exp<>+120(SB)/8, $0.008333333333333333 // 1/5!
DATA exp<>+128(SB)/8, $0.041666666666666664 // 1/4!
DATA exp<>+136(SB)/8, $0.16666666666666666 // 1/3!
DATA exp<>+144(SB)/8, $0.5 // 1/2!
DATA exp<>+152(SB)/8, $1.0
GLOBL exp<>(SB), RODATA, $160

// BEGIN loads s from P, between -746 and 710, NaN too, and leaves m log 2 + r.
#define BEGIN(P, S, SHIFTED, M) \
	VMAXPD P, Y12, S;       \
	VMINPD S, Y13, S;       \
	VMULPD S, Y14, SHIFTED; \
	VADDPD Y15, SHIFTED, SHIFTED; \
	VSUBPD Y15, SHIFTED, M

// REDUCE takes m times a part of log 2, in Y12, off s.
#define REDUCE(S, M) \
	VMULPD Y12, M, Y13; \
	VSUBPD Y13, S, S

// TERM multiplies the polynomials by r and adds the next coefficient.
#define TERM(AT) \
	VBROADCASTSD exp<>+AT(SB), Y12; \
	VMULPD Y4, Y0, Y0;   \
	VMULPD Y5, Y1, Y1;   \
	VMULPD Y6, Y2, Y2;   \
	VMULPD Y7, Y3, Y3;   \
	VADDPD Y12, Y0, Y0;  \
	VADDPD Y12, Y1, Y1;  \
	VADDPD Y12, Y2, Y2;  \
	VADDPD Y12, Y3, Y3

// END multiplies by 2^m, in two factors, and stores. The shift of 32-bit
// integers is one of 64 bits here: the upper half of m is its sign alone.
#define END(P, SHIFTED, R) \
	VPSUBQ Y15, SHIFTED, SHIFTED; \
	VPSRAD $1, SHIFTED, Y13;      \
	VPSUBQ Y13, SHIFTED, SHIFTED; \
	VPADDQ Y12, Y13, Y13;         \
	VPSLLQ $52, Y13, Y13;         \
	VMULPD Y13, R, R;             \
	VPADDQ Y12, SHIFTED, SHIFTED; \
	VPSLLQ $52, SHIFTED, SHIFTED; \
	VMULPD SHIFTED, R, R;         \
	VMOVUPD R, P

// func expSteps(s *float64, n int)
TEXT ·expSteps(SB), NOSPLIT, $0-16
	MOVQ s+0(FP), SI
	MOVQ n+8(FP), CX
	VBROADCASTSD exp<>+16(SB), Y14
	VBROADCASTSD exp<>+24(SB), Y15

step:
	VBROADCASTSD exp<>+0(SB), Y12
	VBROADCASTSD exp<>+8(SB), Y13
	BEGIN((SI), Y4, Y8, Y0)
	BEGIN(32(SI), Y5, Y9, Y1)
	BEGIN(64(SI), Y6, Y10, Y2)
	BEGIN(96(SI), Y7, Y11, Y3)
	VBROADCASTSD exp<>+32(SB), Y12
	REDUCE(Y4, Y0)
	REDUCE(Y5, Y1)
	REDUCE(Y6, Y2)
	REDUCE(Y7, Y3)
	VBROADCASTSD exp<>+40(SB), Y12
	REDUCE(Y4, Y0)
	REDUCE(Y5, Y1)
	REDUCE(Y6, Y2)
	REDUCE(Y7, Y3)
	VBROADCASTSD exp<>+56(SB), Y0
	VMOVAPD Y0, Y1
	VMOVAPD Y0, Y2
	VMOVAPD Y0, Y3
	TERM(64)
	TERM(72)
	TERM(80)
	TERM(88)
	TERM(96)
	TERM(104)
	TERM(112)
	TERM(120)
	TERM(128)
	TERM(136)
	TERM(144)
	TERM(152)
	TERM(152)
	VPBROADCASTQ exp<>+48(SB), Y12
	END((SI), Y8, Y0)
	END(32(SI), Y9, Y1)
	END(64(SI), Y10, Y2)
	END(96(SI), Y11, Y3)
	ADDQ $128, SI
	DECQ CX
	JNZ  step
	VZEROUPPER
	RET
