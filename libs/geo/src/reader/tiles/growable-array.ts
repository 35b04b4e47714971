/** A typed array that grows: it holds millions of numbers without work for the garbage collector. */
export class GrowableArray<A extends Int32Array | Float64Array | BigInt64Array> {
  values: A;
  length = 0;
  private readonly make: (length: number) => A;

  constructor(make: (length: number) => A, expected: number) {
    this.make = make;
    this.values = make(Math.max(16, expected));
  }

  push(value: A[number]): void {
    if (this.length === this.values.length) {
      const grown = this.make(this.length * 2);
      (grown as Float64Array).set(this.values as Float64Array);
      this.values = grown;
    }
    this.values[this.length] = value;
    this.length += 1;
  }
}
