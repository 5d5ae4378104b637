package lab

// Engine is the version of the computation. It changes whenever the digits of a result may change, so
// that a link can explain why its result differs.
const Engine = "1.2"
