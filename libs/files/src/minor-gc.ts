import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'minor' }) => void;

let collect: Collect | undefined;

/**
 * Runs a minor garbage collection, which takes about a millisecond. The chunks of a stream are buffers outside the heap of V8,
 * which collects them only after 64 MiB, so that a large upload would use this much memory.
 */
export function runMinorGc(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
  }
  collect({ type: 'minor' });
}
