import type { Socket } from 'node:net';
import type WebSocket from 'ws';
import { AppError } from '../errors.ts';
import type { Logger } from '../logger.ts';

/** Buffered bytes for a slow reader: above the first the source should pause, below the second continue. */
const PRESSED_BYTES = 1024 * 1024;
const RELIEVED_BYTES = 256 * 1024;
/** A peer that does not read the responses that it causes is disconnected. */
const MAX_WAITING_BYTES = 4 * PRESSED_BYTES;
/** For the peer's part of the closing handshake. */
const FAREWELL_MS = 2_000;
/** RFC 6455, 5.5: a control frame has 125 bytes, two of them for the code. */
const REASON_BYTES = 123;

/** Close codes of RFC 6455, 7.4.1. */
export const CLOSE = { normal: 1000, goingAway: 1001, policy: 1008, internal: 1011, tryLater: 1013 } as const;

/** How a connection ended. */
export interface SocketEnd {
  code: number;
  /** The caller has lost access: signed out, disabled, or no longer permitted. */
  revoked: boolean;
}

export interface SocketEvents {
  /** A complete text or binary message. An AppError closes with 1008 and its message, any other error with 1011. */
  onText(text: string): void;
  onBytes(bytes: Buffer): void;
  /** True when more than 1 MiB is buffered for the reader, false when it is below 256 KiB again. */
  onPressure(pressed: boolean): void;
  onClose(end: SocketEnd): void;
}

/** A WebSocket with limits in both directions, closed with a reason. */
export interface ServiceSocket {
  /** Receives the peer's messages; nothing is read before. */
  listen(events: SocketEvents): void;
  sendText(text: string): void;
  sendBytes(bytes: Uint8Array): void;
  /** Stops reading, so that the peer has to wait, until `resumeReading`. */
  pauseReading(): void;
  resumeReading(): void;
  /** Sends what is buffered and the reason, and disconnects after two seconds at most. */
  close(code: number, reason: string): void;
  readonly isOpen: boolean;
}

/** The part of a socket for the server. */
export interface HeldSocket extends ServiceSocket {
  /** Disconnects a peer that has not answered the last ping, else sends another. */
  beat(): void;
  /** Closes with 1008 because the caller has lost access. */
  revoke(reason: string): void;
  terminate(): void;
  readonly ended: Promise<SocketEnd>;
}

/** Wraps a connection of `ws` 7, whose text messages are strings and whose binary ones are Buffers. */
export function holdSocket(ws: WebSocket, connection: Socket, logger: Logger): HeldSocket {
  const isOpen = (): boolean => ws.readyState === ws.OPEN;
  const ended = Promise.withResolvers<SocketEnd>();
  let events: SocketEvents | null = null;
  let pressed = false;
  let answered = true;
  let reading = true;
  let revoked = false;

  // No listener yet: incoming data stays in the connection.
  connection.pause();
  ws.on('pong', () => (answered = true));
  ws.on('message', (data: string | Buffer) => {
    if (!events || !isOpen()) return;
    try {
      if (typeof data === 'string') events.onText(data);
      else events.onBytes(data);
    } catch (error) {
      refuse(error);
    }
  });
  // Frames that violate the protocol or its limits: `ws` closes with 1002, 1007, 1008 or 1009 itself.
  ws.on('error', (error) => logger.debug({ err: error }, 'websocket error'));
  ws.on('close', (code) => {
    const end = { code, revoked };
    ended.resolve(end);
    events?.onClose(end);
  });

  function refuse(error: unknown): void {
    if (error instanceof AppError) return close(CLOSE.policy, error.message);
    logger.error({ err: error }, 'websocket message failed');
    close(CLOSE.internal, 'Something went wrong on our side. Reconnect.');
  }

  function send(data: string | Uint8Array): void {
    if (!isOpen()) return;
    ws.send(data, { compress: false, binary: typeof data !== 'string' }, relieve);
    if (ws.bufferedAmount > MAX_WAITING_BYTES) ws.terminate();
    else if (!pressed && ws.bufferedAmount > PRESSED_BYTES) press(true);
  }

  function relieve(): void {
    if (pressed && ws.bufferedAmount < RELIEVED_BYTES) press(false);
  }

  function press(now: boolean): void {
    pressed = now;
    events?.onPressure(now);
  }

  function close(code: number, reason: string): void {
    if (!isOpen()) return;
    ws.close(code, shortened(reason));
    // The peer's answer must be read for an orderly end.
    resumeReading();
    const impatience = setTimeout(() => ws.terminate(), FAREWELL_MS);
    ws.once('close', () => clearTimeout(impatience));
  }

  function resumeReading(): void {
    reading = true;
    answered = true;
    connection.resume();
  }

  return {
    listen(listener) {
      events = listener;
      if (ws.readyState === ws.CLOSED) void ended.promise.then((end) => listener.onClose(end));
      connection.resume();
    },
    sendText: send,
    sendBytes: send,
    pauseReading() {
      reading = false;
      connection.pause();
    },
    resumeReading,
    close,
    beat() {
      if (!isOpen()) return;
      // While reading is paused, a missing pong is not the peer's fault; a ping still detects a lost connection.
      if (reading && !answered) return ws.terminate();
      answered = !reading;
      ws.ping();
    },
    revoke(reason) {
      revoked = true;
      close(CLOSE.policy, reason);
    },
    terminate: () => ws.terminate(),
    get isOpen() {
      return isOpen();
    },
    ended: ended.promise,
  };
}

/** The part of a reason that fits into a close frame, without half a character at the end. */
function shortened(reason: string): string {
  if (Buffer.byteLength(reason) <= REASON_BYTES) return reason;
  return Buffer.from(reason)
    .subarray(0, REASON_BYTES - 3)
    .toString('utf8')
    .replace(/\uFFFD*$/, '…');
}
