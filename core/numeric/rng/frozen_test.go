package rng

// Outputs on which stored experiments rely; see TestFrozen.
var (
	frozenWords   = []uint64{0xb3f2af6d0fc710c5, 0x853b559647364cea}
	frozenStream  = []uint64{0xff9241c41d79656b, 0x1180a275c65e23c3}
	frozenPerm    = []int{3, 8, 0, 2, 7, 4, 5, 9, 6, 1}
	frozenNormals = [6]float64{0x1.fd9ab173e5e3ap-02, 0x1.70a70be3a5796p-02, -0x1.8e5fdbb7199cfp-01,
		0x1.5d1c7f9afbc28p-04, -0x1.856d964e7c747p-03, -0x1.04bb4af42de18p-02}
)

const frozenMillion uint64 = 0x7e66e871f43ce4c2
