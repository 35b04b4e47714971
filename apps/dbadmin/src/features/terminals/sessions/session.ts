import { CLOSE } from '@cairn/service';
import type { ServiceSocket, SocketEnd } from '@cairn/service';
import { PONG, info, readControl } from '../protocol.ts';
import type { Terminal } from '../types.ts';

const SCROLLBACK_BYTES = 256 * 1024;
/** The size of a frame of earlier output. */
const FRAME_BYTES = 32 * 1024;
const NEWLINE = 10;
const EMPTY = Buffer.alloc(0);

export interface SessionOptions {
  id: string;
  terminal: Terminal;
  /** How long it waits for a page to reconnect. */
  graceMs: number;
  /** Called once, when it has ended. */
  onGone(): void;
}

/** A terminal that outlives its connections. */
export interface Session {
  readonly id: string;
  /** Shows it on a socket, starting with earlier output, and closes the previous socket. */
  attach(socket: ServiceSocket): void;
  end(): Promise<void>;
  /** Whether no page is connected. */
  readonly isWaiting: boolean;
}

export function createSession({ id, terminal, graceMs, onGone }: SessionOptions): Session {
  const scrollback = createScrollback(SCROLLBACK_BYTES);
  let socket: ServiceSocket | null = null;
  let batch: Buffer[] = [];
  let congested = false;
  let paused = false;
  let over: string | null = null;
  let grace: NodeJS.Timeout | undefined;

  terminal.listen({
    onOutput(bytes) {
      scrollback.add(bytes);
      if (socket && batch.push(bytes) === 1) setImmediate(sendBatch);
    },
    onDrain: () => socket?.resumeReading(),
    onEnd(sentence) {
      over = sentence;
      clearTimeout(grace);
      sendEnd(sentence);
      onGone();
    },
  });

  /** A pseudo-terminal returns 4 KiB at a time; the output of one turn of the event loop is sent as one frame. */
  function sendBatch(): void {
    const pieces = batch;
    batch = [];
    if (pieces.length > 0) socket?.sendBytes(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces));
  }

  function sendEnd(sentence: string): void {
    sendBatch();
    socket?.sendText(info(sentence, { ended: true }));
    socket?.close(CLOSE.normal, sentence);
  }

  function updateFlow(): void {
    if (congested || paused) terminal.pause();
    else terminal.resume();
  }

  function control(from: ServiceSocket, text: string): void {
    const message = readControl(text);
    if (message.type === 'resize') terminal.resize(message);
    if (message.type === 'ping') from.sendText(PONG);
    if (message.type === 'pause' || message.type === 'resume') {
      paused = message.type === 'pause';
      updateFlow();
    }
  }

  /** A page that closes the socket normally ends the terminal; one that disconnects may come back. */
  function detach({ code, revoked }: SocketEnd): void {
    socket = null;
    batch = [];
    // Without a page the terminal continues, and its last output is kept.
    congested = paused = false;
    updateFlow();
    if (over !== null) return;
    if (revoked || code === CLOSE.normal) void terminal.end();
    else grace = setTimeout(() => void terminal.end(), graceMs);
  }

  return {
    id,
    attach(next) {
      const last = socket;
      // The scrollback contains it.
      batch = [];
      socket = next;
      clearTimeout(grace);
      last?.sendText(info('This terminal was opened in another window.', { taken: true }));
      last?.close(CLOSE.normal, 'This terminal was opened in another window.');
      congested = paused = false;
      const shown = scrollback.bytes();
      for (let at = 0; at < shown.length; at += FRAME_BYTES) {
        next.sendBytes(shown.subarray(at, at + FRAME_BYTES));
      }
      if (over !== null) return sendEnd(over);
      updateFlow();
      next.listen({
        onText: (text) => control(next, text),
        onBytes: (bytes) => (terminal.write(bytes) ? undefined : next.pauseReading()),
        onPressure(now) {
          if (socket !== next) return;
          congested = now;
          updateFlow();
        },
        onClose: (end) => (socket === next ? detach(end) : undefined),
      });
    },
    end: () => terminal.end(),
    get isWaiting() {
      return socket === null;
    },
  };
}

/** Keeps about the last `maxBytes` bytes of output, in the pieces in which they arrived. */
function createScrollback(maxBytes: number) {
  const pieces: Buffer[] = [];
  let first = 0;
  let kept = 0;
  let cut = false;

  return {
    add(bytes: Buffer): void {
      pieces.push(bytes);
      kept += bytes.length;
      while (kept > maxBytes) {
        kept -= pieces[first]!.length;
        pieces[first] = EMPTY;
        first += 1;
        cut = true;
      }
      // Removing pieces one by one would cost more than the bytes themselves.
      if (first > 1024) first = pieces.splice(0, first).length - first;
    },
    /** Starts at the beginning of a line when older output was dropped. */
    bytes(): Buffer {
      const all = Buffer.concat(pieces.slice(first));
      return cut ? all.subarray(all.indexOf(NEWLINE) + 1) : all;
    },
  };
}
