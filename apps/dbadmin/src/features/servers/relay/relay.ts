import { chmod, chown } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@cairn/service';
import type { Logger } from '@cairn/service';
import { fatal, readFirstPacket, terminate, welcome } from './packets.ts';
import type { CancelRequest, Startup } from './packets.ts';
import type { SignedIn } from './sign-in.ts';

const STARTUP_MS = 10_000;
/** Within this time the Terminate message of psql reaches the server, which then closes the connection. */
const TERMINATE_MS = 200;
const CLOSE_MS = 1_000;

export interface RelayOptions {
  /** The socket. Every account that can enter its folder may connect to it, unless `uid` is given. */
  path: string;
  /** The only account that may connect to the socket. */
  uid?: number;
  maxConnections: number;
  /**
   * Ends a connection that waits for the server and has transferred nothing for this long. A connection whose client is idle, such as
   * that of a pg_restore worker between two tables, stays open.
   */
  silenceMs?: number;
  /** The only role that clients can sign in as. */
  user: string;
  /** Signs in to a database by its plain name. Clients see the message of an AppError. */
  signIn(database: string): Promise<SignedIn>;
  logger: Logger;
}

export interface Relay {
  /** Cancels running statements and closes all connections. */
  close(): Promise<void>;
}

/**
 * Accepts connections of PostgreSQL programs on a Unix socket and connects them to the real server. The relay signs in itself: the
 * program needs neither a password nor a network, and only our own rules decide how the password is proved. A startup packet can
 * choose the database and nothing else.
 */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  const { logger } = options;
  const open = new Map<Socket, SignedIn | null>();

  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (open.size >= options.maxConnections) {
      socket.end(fatal('53300', 'Too many connections. Close one of the others.'));
      return;
    }
    open.set(socket, null);
    socket.once('close', () => open.delete(socket));
    serve(socket).catch((error: unknown) => {
      if (error instanceof AppError) return socket.end(fatal('08004', error.message));
      logger.error({ err: error }, 'database relay failed');
      return socket.end(fatal('08004', 'Internal error. Try again.'));
    });
  });
  server.listen(options.path);
  await once(server, 'listening');
  if (options.uid !== undefined) await chown(options.path, options.uid, options.uid);
  await chmod(options.path, options.uid === undefined ? 0o666 : 0o600);

  async function serve(socket: Socket): Promise<void> {
    const first = await firstPacket(socket);
    if (first?.kind === 'cancel') await cancelOne(first);
    if (first?.kind !== 'startup') return void socket.end();
    const database = databaseOf(first, options.user);
    const upstream = await options.signIn(database);
    if (socket.destroyed) return terminateSession(upstream);
    open.set(socket, upstream);
    socket.write(welcome(upstream));
    connect(socket, upstream);
    const { silenceMs } = options;
    if (silenceMs !== undefined) endWhenSilent(upstream.stream, silenceMs);
  }

  async function cancelOne({ processId, secretKey }: CancelRequest): Promise<void> {
    const ours = [...open.values()].find(
      (upstream) => upstream?.processId === processId && upstream.secretKey === secretKey,
    );
    await ours?.cancel();
  }

  return {
    async close() {
      server.close();
      const upstreams = [...open.values()].filter((upstream) => upstream !== null);
      const closed = upstreams.map(({ stream }) => (stream.closed ? null : once(stream, 'close')));
      for (const socket of open.keys()) socket.destroy();
      await Promise.all(closed);
    },
  };
}

async function firstPacket(socket: Socket): Promise<Startup | CancelRequest | null> {
  let bytes: Buffer = Buffer.alloc(0);
  socket.setTimeout(STARTUP_MS, () => socket.destroy());
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    bytes = Buffer.concat([bytes, chunk as Buffer]);
    const read = readFirstPacket(bytes);
    if (!read) continue;
    const { packet, rest } = read;
    if (packet.kind === 'unreadable') return null;
    if (packet.kind === 'encryption') {
      // A local socket needs no encryption.
      socket.write('N');
      bytes = rest;
      continue;
    }
    socket.setTimeout(0);
    if (rest.length > 0) socket.unshift(rest);
    return packet;
  }
  return null;
}

/** The database that a client requests. Other parameters come from the user of psql and are refused. */
function databaseOf({ parameters }: Startup, user: string): string {
  if ((parameters.get('user') ?? user) !== user) {
    throw refused(`This terminal can only sign in as "${user}". To act as another role, use SET ROLE.`);
  }
  for (const name of ['options', 'replication']) {
    if (parameters.get(name))
      throw refused(`This terminal does not support "${name}" at sign-in. Use SET instead.`);
  }
  return parameters.get('database') ?? user;
}

function refused(message: string): AppError {
  return new AppError({ kind: 'forbidden', code: 'dbadmin.terminal_sign_in', message });
}

/** Passes bytes in both directions, as fast as the slower side accepts them, until one side ends. */
function connect(socket: Socket, upstream: SignedIn): void {
  const { stream } = upstream;
  pass(socket, stream);
  pass(stream, socket);
  stream.once('end', () => socket.end());
  stream.once('close', () => socket.destroy());
  socket.once('close', () => void cancelAndTerminate(upstream));
}

/** ReadyForQuery without its last byte: the server waits for the client (PostgreSQL documentation, "Message Formats"). */
const READY_FOR_QUERY = 'Z\0\0\0\u0005';

function endWhenSilent(stream: Socket, silenceMs: number): void {
  // Signing in ends with this message.
  let tail = `${READY_FOR_QUERY}I`;
  const isClientIdle = () => tail.startsWith(READY_FOR_QUERY) && stream.bytesWritten === sent;
  let sent = stream.bytesWritten;
  stream.on('data', (chunk: Buffer) => {
    if (isClientIdle() && isAsynchronous(chunk)) return;
    tail = (tail + chunk.subarray(-6).toString('latin1')).slice(-6);
    sent = stream.bytesWritten;
  });
  stream.setTimeout(silenceMs);
  stream.on('timeout', () => {
    if (!isClientIdle()) stream.destroy();
  });
}

/** Whether these are complete messages that a server may send at any time: ParameterStatus, NoticeResponse, NotificationResponse. */
function isAsynchronous(chunk: Buffer): boolean {
  let at = 0;
  while (at + 5 <= chunk.length && 'SNA'.includes(String.fromCharCode(chunk[at] as number)))
    at += 1 + Math.max(chunk.readUInt32BE(at + 1), 4);
  return at === chunk.length;
}

/**
 * Passes bytes on as fast as the receiver accepts them, and frees each piece once it is written: Node allocates 64 KiB for each read,
 * and collecting them as garbage takes longer than copying the dump. Other listeners may read a piece, but must not keep it.
 */
function pass(from: Socket, to: Socket): void {
  from.on('data', (piece: Buffer<ArrayBuffer>) => {
    const isWritable = to.write(piece, () => {
      // Not memory that several buffers share.
      if (piece.byteLength === piece.buffer.byteLength) piece.buffer.transfer(0);
    });
    if (!isWritable) from.pause();
  });
  to.on('drain', () => from.resume());
}

/** Cancels the statement of a client that has disconnected, unless the client had sent Terminate. */
async function cancelAndTerminate(upstream: SignedIn): Promise<void> {
  upstream.stream.resume();
  await delay(TERMINATE_MS);
  if (upstream.stream.destroyed) return;
  void upstream.cancel();
  terminateSession(upstream);
}

function terminateSession({ stream }: SignedIn): void {
  const timer = setTimeout(() => stream.destroy(), CLOSE_MS);
  stream.once('close', () => clearTimeout(timer));
  stream.end(terminate());
  stream.resume();
}
