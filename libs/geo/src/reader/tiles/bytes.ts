/** Bytes that grow, with whole numbers of up to 53 bits in as few of them as they need (LEB128; negative ones zigzag). */
export class ByteWriter {
  bytes = new Uint8Array(64 * 1024);
  length = 0;

  private room(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  natural(value: number): void {
    this.room(8);
    let rest = value;
    while (rest >= 0x80) {
      this.bytes[this.length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.bytes[this.length++] = rest;
  }

  integer(value: number): void {
    this.natural(value < 0 ? -2 * value - 1 : 2 * value);
  }

  append(bytes: Uint8Array): void {
    this.room(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** What `write` adds, behind its length. */
  sized(write: (inner: ByteWriter) => void): void {
    const inner = this.spare ?? new ByteWriter();
    this.spare = null;
    inner.length = 0;
    write(inner);
    this.natural(inner.length);
    this.append(inner.written());
    this.spare = inner;
  }
  private spare: ByteWriter | null = null;

  /** Valid until the next change. */
  written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
}

export class ByteReader {
  readonly bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  natural(): number {
    const { bytes } = this;
    let byte = bytes[this.at++]!;
    let value = byte & 0x7f;
    if (byte < 0x80) return value;
    byte = bytes[this.at++]!;
    value |= (byte & 0x7f) << 7;
    if (byte < 0x80) return value;
    byte = bytes[this.at++]!;
    value |= (byte & 0x7f) << 14;
    if (byte < 0x80) return value;
    byte = bytes[this.at++]!;
    value |= (byte & 0x7f) << 21;
    if (byte < 0x80) return value;
    // Beyond 28 bits the operators of 32 bits end.
    for (let factor = 2 ** 28; ; factor *= 0x80) {
      byte = bytes[this.at++]!;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  }

  integer(): number {
    const value = this.natural();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  get atEnd(): boolean {
    return this.at >= this.bytes.length;
  }
}
