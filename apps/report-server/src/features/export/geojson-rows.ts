import { Transform } from 'node:stream';
import type { RowCount } from './row-count.ts';

const LF = 0x0a;
const HEAD = '{"type":"FeatureCollection","features":[\n';
const TAIL = ']}\n';

/** A FeatureCollection of features that come one a line, each after a comma. Features beyond `limit` are left out. */
export function createGeojsonRows({ limit, count }: { limit: number; count: RowCount }): Transform {
  let isFirst = true;

  /** The index behind the last feature that the file may have. */
  function endOf(chunk: Buffer): number {
    let end = 0;
    for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, at + 1)) {
      count.rows += 1;
      end = at + 1;
      if (count.rows === limit) {
        count.truncated = end < chunk.length;
        return end;
      }
    }
    return chunk.length;
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (count.rows >= limit) {
        count.truncated ||= chunk.length > 0;
        done();
        return;
      }
      const end = endOf(chunk);
      if (isFirst) this.push(HEAD);
      this.push(chunk.subarray(isFirst ? 1 : 0, end));
      isFirst = false;
      done();
    },
    flush(done) {
      this.push(isFirst ? HEAD + TAIL : TAIL);
      done();
    },
  });
}
