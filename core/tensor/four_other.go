//go:build !amd64

package tensor

func columnOmega(*[4]*float64, *[4]*float64, *float64, int, *[5]float64, *[4]float64) {
	panic("tensor: no pass over four blocks")
}

func columnOmegaM(*[4]*float64, *[4]*float64, *float64, int, *[5]float64, *[4]float64, *float64) {
	panic("tensor: no pass over four blocks")
}
