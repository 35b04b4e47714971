import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'minor' }) => void;

let collect: Collect | undefined;

/**
 * Frees what died young. Each piece of a stream is a buffer outside the heap of V8, which starts to collect only after
 * 64 MiB of them; a large upload then costs this much memory for nothing. Takes about a millisecond.
 */
export function runMinorGc(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
  }
  collect({ type: 'minor' });
}
