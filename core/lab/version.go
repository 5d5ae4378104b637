package lab

// Engine is the version of the computation. It changes whenever an experiment may
// come to other digits than before, so that a link can tell why its result
// differs.
const Engine = "1.2"
