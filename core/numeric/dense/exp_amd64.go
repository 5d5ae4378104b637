package dense

// expStep is the number of exponentials computed at a time.
const expStep = 32

func avx2Exponentials(s []float64) {
	steps := len(s) / expStep
	if steps > 0 {
		expSteps(&s[0], steps)
	}
	if rest := s[steps*expStep:]; len(rest) > 0 {
		var last [expStep]float64
		copy(last[:], rest)
		expSteps(&last[0], 1)
		copy(rest, last[:])
	}
}

// expSteps replaces 32 n numbers s by exp(s), n > 0.
//
//go:noescape
func expSteps(s *float64, n int)
