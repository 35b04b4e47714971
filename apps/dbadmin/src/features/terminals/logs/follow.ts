import { Writable } from 'node:stream';
import { CLOSE } from '@cairn/service';
import type { ServiceSocket } from '@cairn/service';
import { PONG, readControl } from '../protocol.ts';
import { readClean } from './clean-lines.ts';
import type { LogSource } from './sources.ts';

/**
 * Shows lines on a socket as they come, until it is closed: those that hold the filter's text, letter for letter. While the page
 * or the reader pauses, nothing is read.
 */
export async function followLog(source: LogSource, socket: ServiceSocket, lines: number): Promise<void> {
  const controller = new AbortController();
  let filter = '';
  let paused = false;
  let pressed = false;
  let proceed: (() => void) | null = null;

  function flow(): void {
    if (paused || pressed) return;
    const next = proceed;
    proceed = null;
    next?.();
  }

  socket.listen({
    onText(text) {
      const message = readControl(text);
      if (message.type === 'filter') filter = message.filter;
      if (message.type === 'ping') socket.sendText(PONG);
      if (message.type === 'pause' || message.type === 'resume') {
        paused = message.type === 'pause';
        flow();
      }
    },
    // There is nothing to type to.
    onBytes: () => undefined,
    onPressure(now) {
      pressed = now;
      flow();
    },
    onClose() {
      controller.abort();
      paused = pressed = false;
      flow();
    },
  });

  /** Whole lines. */
  function take(chunk: Buffer): void {
    const lines = String(chunk).split('\n').slice(0, -1);
    const shown = lines.filter((line) => line.includes(filter)).map((line) => `${line}\r\n`);
    if (shown.length > 0) socket.sendBytes(Buffer.from(shown.join('')));
  }

  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      proceed = () => {
        take(chunk);
        done();
      };
      flow();
    },
  });
  try {
    await readClean(source, sink, { lines, follow: true, signal: controller.signal });
    socket.close(CLOSE.normal, 'The log has ended.');
  } catch (error) {
    if (!controller.signal.aborted) throw error;
  }
}
