/** Positions one after the other, x and y in turn, in memory that is used again and again. */
export class Positions {
  values = new Float64Array(4_096);
  length = 0;

  push(x: number, y: number): void {
    if (this.length + 2 > this.values.length) {
      const grown = new Float64Array(this.values.length * 2);
      grown.set(this.values);
      this.values = grown;
    }
    this.values[this.length] = x;
    this.values[this.length + 1] = y;
    this.length += 2;
  }
}

/** A stretch of positions: from the first of its numbers to behind the last. */
export interface Stretch {
  from: number;
  to: number;
}
