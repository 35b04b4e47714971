import { Writable } from 'node:stream';
import { CLOSE } from '@cairn/service';
import type { ServiceSocket } from '@cairn/service';
import { PONG, readControl } from '../protocol.ts';
import { scrub } from '../server/scrub.ts';
import type { LogSource } from './sources.ts';

const MOST_LINE = 64 * 1024;

/**
 * Shows lines on a socket as they come, until it is closed: those that hold the filter's text, letter for letter. While the page
 * or the reader pauses, nothing is read.
 */
export async function followLog(source: LogSource, socket: ServiceSocket, lines: number): Promise<void> {
  const controller = new AbortController();
  let filter = '';
  let rest = '';
  let paused = false;
  let pressed = false;
  let proceed: (() => void) | null = null;
  const decoder = new TextDecoder();

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

  function take(chunk: Buffer): void {
    const complete = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = (complete.pop() ?? '').slice(0, MOST_LINE);
    const shown = complete
      .filter((line) => line.includes(filter))
      .map((line) => `${scrub(line).replace(/\r$/, '')}\r\n`);
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
    await source.read(sink, { lines, follow: true, signal: controller.signal });
    socket.close(CLOSE.normal, 'The log has ended.');
  } catch (error) {
    if (!controller.signal.aborted) throw error;
  }
}
