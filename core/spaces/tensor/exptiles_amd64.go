package tensor

import "golang.org/x/sys/cpu"

func init() {
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		tilesOfPowers = avx2Powers
	}
}

func avx2Powers(dst, panel, y []float64, w, tiles int) {
	_, _, _ = dst[tiles*tileSize-1], panel[tileRows*w-1], y[tiles*tileColumns*w-1]
	powerTiles(&dst[0], &panel[0], &y[0], w, tiles)
}

// powerTiles stores 2^s of tiles, at least one, for the inner products s of the eight rows of panel with four
// vectors of w numbers each at y, w > 0. No |s| may be above 1000.
//
//go:noescape
func powerTiles(dst, panel, y *float64, w, tiles int)
