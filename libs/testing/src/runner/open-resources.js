import { createHook } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';

const GRACE_MS = 5_000;
const POLL_MS = 10;
/**
 * Pipes are those to the runner, or to a program, which counts itself while it runs. Node keeps the object of a finished
 * read for the next one.
 */
const IGNORED = ['PipeWrap', 'FileHandleReadWrap'];
const places = new Map();

/** Remembers where each resource is opened, for `--detectOpenHandles`; it slows a process down. */
export function traceResources() {
  createHook({
    init(id, type) {
      // A promise, a tick or a callback does not keep a process alive.
      if (['PROMISE', 'TickObject', 'Immediate', 'RANDOMBYTESREQUEST'].includes(type)) return;
      places.set(id, `${type}${new Error().stack.split('\n').slice(2).join('\n')}`);
    },
    destroy: (id) => places.delete(id),
  }).enable();
}

/**
 * Waits until nothing would keep this process alive but its runner. Returns what still does after a while: kinds and
 * numbers, and the places in the code if they are traced; '' for nothing.
 */
export async function resourcesLeftOpen() {
  for (let waited = 0; ; waited += POLL_MS) {
    await delay(waited && POLL_MS);
    const names = process.getActiveResourcesInfo().filter((name) => !IGNORED.includes(name));
    if (names.length === 0) return '';
    if (waited >= GRACE_MS) return describe(names);
  }
}

function describe(names) {
  const counts = Map.groupBy(names, (name) => name);
  const kinds = [...counts].map(([name, { length }]) => (length > 1 ? `${length} × ${name}` : name));
  return [kinds.join(', '), ...[...places.values()].filter((place) => place.includes('.ts:'))].join('\n\n');
}
