// The body of passOmega and, where HESSIAN is defined, of passOmegaM: see pass_amd64.s.

	SHLQ $3, CX
	XORQ R8, R8

four:
	LEAQ 24(R8), AX
	CMPQ AX, CX
	JGT  one
	BEGIN
#ifdef HESSIAN
	MOVQ SI, R14
#endif
	CMPQ R9, R8
	JGE  corner

rows:
	PREFETCH
	VMOVUPD (DX)(R9*1), Y8
	VMOVUPD (DI)(R9*1), Y9
	TAKE(R10, Y4, Y0)
	TAKE(R11, Y5, Y1)
	TAKE(R12, Y6, Y2)
	TAKE(R13, Y7, Y3)
	VMOVUPD Y9, (DI)(R9*1)
	ADVANCE(32)
	CMPQ R9, R8
	JLT  rows

corner:
	CORNER
#ifdef HESSIAN
	// H += c T of the ten entries in Y10 .. Y13, which lie at R14.
	VMULPD  Y15, Y10, Y10
	VADDSD  (R10)(R14*1), X10, X10
	VMOVSD  X10, (R10)(R14*1)
	VMULPD  Y15, Y11, Y11
	VADDPD  (R11)(R14*1), X11, X11
	VMOVUPD X11, (R11)(R14*1)
	VMULPD  Y15, Y12, Y12
	VEXTRACTF128 $1, Y12, X14
	VADDPD  (R12)(R14*1), X12, X12
	VMOVUPD X12, (R12)(R14*1)
	VADDSD  16(R12)(R14*1), X14, X14
	VMOVSD  X14, 16(R12)(R14*1)
	VMULPD  Y15, Y13, Y13
	VADDPD  (R13)(R14*1), Y13, Y13
	VMOVUPD Y13, (R13)(R14*1)
#endif
	NEXT
	JMP four

	// The columns that are left, at most three, one by one.
one:
	CMPQ R8, CX
	JGT  done
	VXORPD Y0, Y0, Y0
	VBROADCASTSD (DX)(R8*1), Y4
	XORQ R9, R9
#ifdef HESSIAN
	MOVQ SI, R14
#endif
	JMP  whole

oneRows:
	VMOVUPD (DX)(R9*1), Y8
	VMOVUPD (DI)(R9*1), Y9
	TAKE(R10, Y4, Y0)
	VMOVUPD Y9, (DI)(R9*1)
	ADVANCE(32)

whole:
	LEAQ 24(R9), AX
	CMPQ AX, R8
	JLE  oneRows
	SUM(Y0, X0, X1)

oneRow:
	CMPQ R9, R8
	JGT  oneEnd
	VMOVSD (R10)(R9*1), X10
	VMULSD (DX)(R9*1), X10, X11
	VADDSD X11, X0, X0
	VMULSD X4, X10, X12
	VADDSD (DI)(R9*1), X12, X12
	VMOVSD X12, (DI)(R9*1)
#ifdef HESSIAN
	VMULSD X15, X10, X13
	VADDSD (R10)(R14*1), X13, X13
	VMOVSD X13, (R10)(R14*1)
#endif
	ADVANCE(8)
	JMP  oneRow

oneEnd:
	VADDSD (DI)(R8*1), X0, X0
	VMOVSD X0, (DI)(R8*1)
	LEAQ 8(R10)(R8*1), R10
	ADDQ $8, R8
	JMP  one

done:
	VZEROUPPER
	RET
