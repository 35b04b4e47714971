import { createHook } from 'node:async_hooks';

const opened = new Map();
let tracing = false;

/** Remembers where each resource is opened, for `--detectOpenHandles`; it slows a process down. */
export function traceResources() {
  tracing = true;
  createHook({
    init(id, type) {
      // A promise, a tick or a callback does not keep a process alive.
      if (['PROMISE', 'TickObject', 'Immediate', 'RANDOMBYTESREQUEST'].includes(type)) return;
      opened.set(id, `${type}${new Error().stack.split('\n').slice(2).join('\n')}`);
    },
    destroy: (id) => opened.delete(id),
  }).enable();
}

/** What keeps this process alive: kinds and numbers, ends of sockets, and the places in the code if they are traced. */
export function openResources() {
  const names = process.getActiveResourcesInfo().filter((name) => name !== 'PipeWrap');
  const counts = Map.groupBy(names, (name) => name);
  const kinds = [...counts].map(([name, { length }]) => (length > 1 ? `${length} × ${name}` : name));
  const places = tracing ? [...opened.values()].filter((place) => place.includes('.ts:')) : [];
  return [kinds.join(', '), ...places].join('\n\n');
}
