package tensor

import "golang.org/x/sys/cpu"

func init() { fourBlocks = cpu.X86.HasAVX2 }

// columnOmega takes one column, of n rows, of four packed triangles at t: with
// factors a_j and c, it adds a_j T_.j to the vectors at v and stores T_.j' a in
// sums.
//
//go:noescape
func columnOmega(t, v *[4]*float64, a *float64, n int, factors *[5]float64, sums *[4]float64)

// columnOmegaM does what columnOmega does and adds c T_.j of all four to h.
//
//go:noescape
func columnOmegaM(t, v *[4]*float64, a *float64, n int, factors *[5]float64, sums *[4]float64, h *float64)
