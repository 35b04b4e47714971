import { Writable } from 'node:stream';
import { CLOSE } from '@cairn/service';
import type { ServiceSocket } from '@cairn/service';
import { PONG, readControl } from '../protocol.ts';
import { readRedacted } from '../redact.ts';
import type { LogSource } from '../types.ts';

/**
 * Sends lines that contain the text of the filter, until the socket is closed. While the page is paused or does not read, nothing is
 * read from the log.
 */
export async function followLog(source: LogSource, socket: ServiceSocket, lines: number): Promise<void> {
  const controller = new AbortController();
  let filter = '';
  let paused = false;
  let congested = false;
  let proceed: (() => void) | null = null;

  function updateFlow(): void {
    if (paused || congested) return;
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
        updateFlow();
      }
    },
    // A log takes no input.
    onBytes: () => undefined,
    onPressure(now) {
      congested = now;
      updateFlow();
    },
    onClose() {
      controller.abort();
      paused = congested = false;
      updateFlow();
    },
  });

  /** Whole lines. */
  function send(chunk: Buffer): void {
    const lines = String(chunk).split('\n').slice(0, -1);
    const shown = lines.filter((line) => line.includes(filter)).map((line) => `${line}\r\n`);
    if (shown.length > 0) socket.sendBytes(Buffer.from(shown.join('')));
  }

  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      proceed = () => {
        send(chunk);
        done();
      };
      updateFlow();
    },
  });
  try {
    await readRedacted(source, sink, { lines, follow: true, signal: controller.signal });
    socket.close(CLOSE.normal, 'The log has ended.');
  } catch (error) {
    if (!controller.signal.aborted) throw error;
  }
}
