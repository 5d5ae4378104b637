#include "textflag.h"
#include "vector_amd64.h"

DATA half<>+0(SB)/8, $0.5
GLOBL half<>(SB), RODATA, $8
DATA quarter<>+0(SB)/8, $0.25
GLOBL quarter<>(SB), RODATA, $8

// Reading touches numbers this many bytes ahead, so that they are in cache in time.
#define AHEAD 4096

#define STREAM(R, S, T) \
	PREFETCHT0 AHEAD(R); \
	VADDPD (R), S, S;    \
	VADDPD 32(R), T, T;  \
	ADDQ   DX, R

// func readStreams(data *float64, gap, steps int) float64
TEXT ·readStreams(SB), NOSPLIT, $0-32
	MOVQ data+0(FP), R8
	MOVQ gap+8(FP), AX
	MOVQ steps+16(FP), CX
	LEAQ (R8)(AX*8), R9
	LEAQ (R9)(AX*8), R10
	LEAQ (R10)(AX*8), R11
	MOVQ $64, DX
	CMPQ AX, $8
	JNE  begin
	MOVQ $256, DX

begin:
	ZERO8

read:
	STREAM(R8, Y0, Y1)
	STREAM(R9, Y2, Y3)
	STREAM(R10, Y4, Y5)
	STREAM(R11, Y6, Y7)
	DECQ CX
	JNZ  read
	VADDPD Y1, Y0, Y0
	VADDPD Y3, Y2, Y2
	VADDPD Y5, Y4, Y4
	VADDPD Y7, Y6, Y6
	VADDPD Y2, Y0, Y0
	VADDPD Y6, Y4, Y4
	VADDPD Y4, Y0, Y0
	SUM(Y0, X0, X1)
	VMOVSD  X0, ret+24(FP)
	VZEROUPPER
	RET

#define CHAIN(S) \
	VMULPD Y14, S, S; \
	VADDPD Y15, S, S

// func avx2MultiplyAdd(rounds int) float64
TEXT ·avx2MultiplyAdd(SB), NOSPLIT, $0-16
	MOVQ rounds+0(FP), CX
	VBROADCASTSD half<>(SB), Y14
	VBROADCASTSD quarter<>(SB), Y15
	ZERO8
	VXORPD Y8, Y8, Y8
	VXORPD Y9, Y9, Y9
	VXORPD Y10, Y10, Y10
	VXORPD Y11, Y11, Y11
	JMP  test

round:
	CHAIN(Y0)
	CHAIN(Y1)
	CHAIN(Y2)
	CHAIN(Y3)
	CHAIN(Y4)
	CHAIN(Y5)
	CHAIN(Y6)
	CHAIN(Y7)
	CHAIN(Y8)
	CHAIN(Y9)
	CHAIN(Y10)
	CHAIN(Y11)

test:
	DECQ CX
	JGE  round
	VADDPD Y1, Y0, Y0
	VADDPD Y3, Y2, Y2
	VADDPD Y5, Y4, Y4
	VADDPD Y7, Y6, Y6
	VADDPD Y9, Y8, Y8
	VADDPD Y11, Y10, Y10
	VADDPD Y2, Y0, Y0
	VADDPD Y6, Y4, Y4
	VADDPD Y10, Y8, Y8
	VADDPD Y4, Y0, Y0
	VADDPD Y8, Y0, Y0
	SUM(Y0, X0, X1)
	VMOVSD  X0, ret+8(FP)
	VZEROUPPER
	RET
