import type { EmbedEvents } from './types.ts';

type Listener = (detail: never) => void;

/** Listeners by event. One that throws does not keep the others from being called. */
export function createEmitter() {
  const listeners = new Map<keyof EmbedEvents, Set<Listener>>();
  return {
    on<E extends keyof EmbedEvents>(event: E, listener: (detail: EmbedEvents[E]) => void): void {
      const known = listeners.get(event) ?? new Set();
      listeners.set(event, known.add(listener));
    },
    off<E extends keyof EmbedEvents>(event: E, listener: (detail: EmbedEvents[E]) => void): void {
      listeners.get(event)?.delete(listener);
    },
    emit<E extends keyof EmbedEvents>(event: E, detail: EmbedEvents[E]): void {
      for (const listener of [...(listeners.get(event) ?? [])]) {
        try {
          listener(detail as never);
        } catch (error) {
          reportError(error);
        }
      }
    },
  };
}
