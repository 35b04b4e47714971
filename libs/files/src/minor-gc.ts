import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'minor' }) => void;

const EVERY_BYTES = 8 * 1024 * 1024;

let collect: Collect | undefined;

/**
 * A function that hears how many bytes of a stream have passed, and runs a minor garbage collection after each 8 MiB, which takes about a
 * millisecond. The chunks of a stream are buffers outside the heap of V8, which collects them only after 64 MiB, so that a large upload
 * would use this much memory.
 */
export function createMinorGc(): (bytes: number) => void {
  let uncollected = 0;
  return (bytes) => {
    uncollected += bytes;
    if (uncollected < EVERY_BYTES) return;
    uncollected = 0;
    runMinorGc();
  };
}

function runMinorGc(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
  }
  collect({ type: 'minor' });
}
