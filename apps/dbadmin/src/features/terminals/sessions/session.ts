import { CLOSE } from '@cairn/service';
import type { ServiceSocket, SocketEnd } from '@cairn/service';
import { PONG, info, readControl } from '../protocol.ts';
import type { Terminal } from '../types.ts';
import { createReplay } from './replay.ts';

const REPLAY_BYTES = 256 * 1024;
/** A frame of what was shown before. */
const FRAME_BYTES = 32 * 1024;

export interface SessionOptions {
  id: string;
  terminal: Terminal;
  /** How long it waits for somebody to come back. */
  graceMs: number;
  /** Called once, when it is over. */
  onGone(): void;
}

/** A terminal that outlives its connections. */
export interface Session {
  readonly id: string;
  /** Shows it on a connection, what was shown before first. Whoever looked on so far is sent away. */
  attach(socket: ServiceSocket): void;
  end(): Promise<void>;
  /** Whether nobody looks on. */
  readonly isWaiting: boolean;
}

export function createSession({ id, terminal, graceMs, onGone }: SessionOptions): Session {
  const replay = createReplay(REPLAY_BYTES);
  let socket: ServiceSocket | null = null;
  let batch: Buffer[] = [];
  let pressed = false;
  let paused = false;
  let over: string | null = null;
  let grace: NodeJS.Timeout | undefined;

  terminal.listen({
    onOutput(bytes) {
      replay.add(bytes);
      if (socket && batch.push(bytes) === 1) setImmediate(sendBatch);
    },
    onDrain: () => socket?.resumeReading(),
    onEnd(sentence) {
      over = sentence;
      clearTimeout(grace);
      farewell(sentence);
      onGone();
    },
  });

  /** A pseudo-terminal gives 4 KiB at a time; what comes in one turn of the event loop travels as one frame. */
  function sendBatch(): void {
    const pieces = batch;
    batch = [];
    if (pieces.length > 0) socket?.sendBytes(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces));
  }

  function farewell(sentence: string): void {
    sendBatch();
    socket?.sendText(info(sentence, { ended: true }));
    socket?.close(CLOSE.normal, sentence);
  }

  function flow(): void {
    if (pressed || paused) terminal.pause();
    else terminal.resume();
  }

  function control(from: ServiceSocket, text: string): void {
    const message = readControl(text);
    if (message.type === 'resize') terminal.resize(message);
    if (message.type === 'ping') from.sendText(PONG);
    if (message.type === 'pause' || message.type === 'resume') {
      paused = message.type === 'pause';
      flow();
    }
  }

  /** A page that closes in order is done; one that vanishes, reloads or loses its network comes back. */
  function detach({ code, revoked }: SocketEnd): void {
    socket = null;
    batch = [];
    // Nobody reads: it goes on, and what it shows is kept as far as there is room.
    pressed = paused = false;
    flow();
    if (over !== null) return;
    if (revoked || code === CLOSE.normal) void terminal.end();
    else grace = setTimeout(() => void terminal.end(), graceMs);
  }

  return {
    id,
    attach(next) {
      const last = socket;
      // It is part of what is replayed.
      batch = [];
      socket = next;
      clearTimeout(grace);
      last?.sendText(info('This terminal was opened somewhere else.', { taken: true }));
      last?.close(CLOSE.normal, 'This terminal was opened somewhere else.');
      pressed = paused = false;
      const shown = replay.bytes();
      for (let at = 0; at < shown.length; at += FRAME_BYTES) {
        next.sendBytes(shown.subarray(at, at + FRAME_BYTES));
      }
      if (over !== null) return farewell(over);
      flow();
      next.listen({
        onText: (text) => control(next, text),
        onBytes: (bytes) => (terminal.write(bytes) ? undefined : next.pauseReading()),
        onPressure(now) {
          if (socket !== next) return;
          pressed = now;
          flow();
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
