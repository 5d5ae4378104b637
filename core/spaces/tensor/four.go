package tensor

// fourBlocks tells that the processor has a pass over four blocks side by side:
// as four streams they come out of memory faster than one after another.
var fourBlocks = false
