// Makes a Go program for WebAssembly smaller to download, in place.
//
//   node web/build/lean.mjs PROGRAM.wasm
//
// The tables of file names, lines and inlined calls are cleared: they are large, and only stack
// traces read them, which keep the names of functions. The layout is that of pcHeader and _func
// in Go's runtime (symtab.go, runtime2.go); the runtime takes offset 0 for "no table". The data
// are then written as a few segments: the linker makes 100,000, one for each run between zeros,
// and their headers do not compress, while the zeros do.

import { readFileSync, writeFileSync } from "node:fs";

const dataSection = 11;
const i32Const = 0x41;
const end = 0x0b;
const leastGap = 4096; // zeros between two segments, at least

const [file] = process.argv.slice(2);
const program = readFileSync(file);

/** Reads numbers in LEB128 from a place on. */
class Reader {
  constructor(at) {
    this.at = at;
  }

  number() {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = program[this.at++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  expect(...bytes) {
    for (const byte of bytes) if (program[this.at++] !== byte) throw new Error(`${file}: a data segment of another form, at byte ${this.at - 1}`);
  }
}

/** A number in LEB128, with a last byte up to most. */
const encode = (value, most) => {
  const bytes = [];
  for (; value > most; value = Math.floor(value / 128)) bytes.push((value & 127) | 128);
  return Buffer.from([...bytes, value]);
};
const encodeUnsigned = (value) => encode(value, 127);
const encodeSigned = (value) => encode(value, 63); // from 0 to 2^31: bit 6 of its last byte is clear

/** The sections: {id, from, to}, of which the content begins at body. */
function* sections() {
  for (const reader = new Reader(8); reader.at < program.length; ) {
    const from = reader.at;
    const id = program[reader.at++];
    const size = reader.number();
    yield { id, from, body: reader.at, to: reader.at + size };
    reader.at += size;
  }
}

/** The memory that the data section describes. */
function memoryOf({ body }) {
  const reader = new Reader(body);
  const segments = Array.from({ length: reader.number() }, () => {
    reader.expect(0, i32Const);
    const address = reader.number();
    reader.expect(end);
    const size = reader.number();
    const at = reader.at;
    reader.at += size;
    return { address, bytes: program.subarray(at, at + size) };
  });
  const last = segments.at(-1);
  const memory = Buffer.alloc(last.address + last.bytes.length);
  for (const { address, bytes } of segments) memory.set(bytes, address);
  return memory;
}

/** Clears what only stack traces read. */
function clearLines(memory) {
  const magic = Buffer.from([0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8]); // version, padding, pc quantum, bytes of a pointer
  const header = memory.indexOf(magic);
  if (header < 0 || memory.indexOf(magic, header + 1) >= 0) throw new Error(`${file}: the table of functions is not that of Go 1.26: see runtime/symtab.go`);
  const word = (i) => Number(memory.readBigUInt64LE(header + 8 * i));
  const functions = word(1);
  const [units, values, table] = [5, 7, 8].map((i) => header + word(i));

  // A table of values ends with a zero after the first pair of numbers.
  const pastNumber = (at) => {
    while (memory[at] > 127) at++;
    return at + 1;
  };
  const size = (at) => {
    const from = at;
    do at = pastNumber(pastNumber(at)); while (memory[at] !== 0);
    return at + 1 - from;
  };

  const usedBytes = Buffer.alloc(table - values);
  for (let i = 0; i < functions; i++) {
    const f = table + memory.readUInt32LE(table + 8 * i + 4);
    const [stack, fileNames, lines, first] = [16, 20, 24, 44].map((offset) => f + offset);
    const count = memory.readUInt32LE(f + 28);
    const inlined = first + 4 * (count + 3);
    memory.writeUInt32LE(0, fileNames);
    memory.writeUInt32LE(0, lines);
    if (count > 2) memory.writeUInt32LE(0, first + 4 * 2); // the index of inlined calls
    if (memory[f + 43] > 3) memory.writeUInt32LE(0xffffffff, inlined);
    const offsets = [stack, ...Array.from({ length: count }, (_, k) => first + 4 * k)];
    for (const offset of offsets.map((at) => memory.readUInt32LE(at))) {
      if (offset > 0) usedBytes.fill(1, offset, offset + size(values + offset));
    }
  }
  memory.fill(0, units, values); // names of files
  for (let i = 0; i < usedBytes.length; i++) if (!usedBytes[i]) memory[values + i] = 0;
}

/** A data section with the contents of memory, without its long runs of zeros. */
function sectionOf(memory) {
  const zeros = Buffer.alloc(leastGap);
  const segments = [];
  const start = (at) => {
    while (at < memory.length && memory[at] === 0) at++;
    return at;
  };
  for (let at = start(0); at < memory.length; ) {
    const gap = memory.indexOf(zeros, at);
    const to = gap < 0 ? memory.length : gap;
    segments.push(Buffer.from([0, i32Const]), encodeSigned(at), Buffer.from([end]), encodeUnsigned(to - at), memory.subarray(at, to));
    at = start(to);
  }
  const body = Buffer.concat([encodeUnsigned(segments.length / 5), ...segments]);
  return Buffer.concat([Buffer.from([dataSection]), encodeUnsigned(body.length), body]);
}

const parts = [program.subarray(0, 8)];
for (const section of sections()) {
  if (section.id !== dataSection) {
    parts.push(program.subarray(section.from, section.to));
    continue;
  }
  const memory = memoryOf(section);
  clearLines(memory);
  parts.push(sectionOf(memory));
}
writeFileSync(file, Buffer.concat(parts));
