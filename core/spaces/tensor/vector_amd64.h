// Macros of several files.

// ZERO8 sets Y0 .. Y7 to 0.
#define ZERO8 \
	VXORPD Y0, Y0, Y0; \
	VXORPD Y1, Y1, Y1; \
	VXORPD Y2, Y2, Y2; \
	VXORPD Y3, Y3, Y3; \
	VXORPD Y4, Y4, Y4; \
	VXORPD Y5, Y5, Y5; \
	VXORPD Y6, Y6, Y6; \
	VXORPD Y7, Y7, Y7

// SUM adds the four numbers of Y into its lower half X; T is scratch.
#define SUM(Y, X, T) \
	VEXTRACTF128 $1, Y, T; \
	VADDPD  T, X, X;       \
	VHADDPD X, X, X
