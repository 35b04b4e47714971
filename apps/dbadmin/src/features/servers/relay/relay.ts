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
/** What psql sends last reaches the server in this time, and the server then closes by itself. */
const GOODBYE_MS = 200;
const FAREWELL_MS = 1_000;

export interface RelayOptions {
  /** The socket. Every account that can enter its folder may connect to it, unless `uid` is given. */
  path: string;
  /** The only account that may connect to the socket. */
  uid?: number;
  maxConnections: number;
  /**
   * A connection is ended when the server owes an answer and nothing was sent in either direction for so long. While the client
   * has nothing to ask, as a worker of pg_restore between two tables, the connection stays.
   */
  silenceMs?: number;
  /** The only role that clients can sign in as. */
  user: string;
  /** Signs in to a database by its plain name. Clients see the message of an AppError. */
  signIn(database: string): Promise<SignedIn>;
  logger: Logger;
}

export interface Relay {
  /** Calls off what the server is doing and closes every connection. */
  close(): Promise<void>;
}

/**
 * A PostgreSQL server to a program of PostgreSQL, and a client to the real server. It signs in by itself, so the program needs
 * neither a password nor a network, and only our own rules decide how the password is proved. A start-up packet chooses the
 * database and nothing else.
 */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  const { logger } = options;
  const open = new Map<Socket, SignedIn | null>();

  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (open.size >= options.maxConnections) {
      socket.end(fatal('53300', 'There is no connection left; close one of the others.'));
      return;
    }
    open.set(socket, null);
    socket.once('close', () => open.delete(socket));
    serve(socket).catch((error: unknown) => {
      const known = error instanceof AppError;
      if (!known) logger.error({ err: error }, 'database relay failed');
      socket.end(fatal('08004', known ? error.message : 'Something went wrong on our side; try again.'));
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
    if (socket.destroyed) return leave(upstream);
    open.set(socket, upstream);
    socket.write(welcome(upstream));
    join(socket, upstream);
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
      // On a socket of this machine there is nothing to encrypt: the client goes on in the clear.
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

/** Which database a client wants. What else it wants would come from psql's user, and is refused with a word. */
function databaseOf({ parameters }: Startup, user: string): string {
  const asked = parameters.get('user') ?? user;
  if (asked !== user) {
    throw refused(`This terminal signs in as "${user}" only; to act as another role, use SET ROLE.`);
  }
  for (const name of ['options', 'replication']) {
    if (parameters.get(name)) throw refused(`This terminal takes no "${name}" at sign-in; use SET instead.`);
  }
  return parameters.get('database') ?? user;
}

function refused(message: string): AppError {
  return new AppError({ kind: 'forbidden', code: 'dbadmin.terminal_sign_in', message });
}

/** Bytes go both ways, as fast as the slower side takes them, until one side ends. */
function join(socket: Socket, upstream: SignedIn): void {
  const { stream } = upstream;
  flow(socket, stream);
  flow(stream, socket);
  stream.once('end', () => socket.end());
  stream.once('close', () => socket.destroy());
  socket.once('close', () => void callOff(upstream));
}

/** ReadyForQuery but for its last byte; the client's turn follows (PostgreSQL documentation, "Message Formats"). */
const READY_FOR_QUERY = 'Z\0\0\0\u0005';

function endWhenSilent(stream: Socket, silenceMs: number): void {
  // Signing in ended with one.
  let tail = `${READY_FOR_QUERY}I`;
  const isClientsTurn = () => tail.startsWith(READY_FOR_QUERY) && stream.bytesWritten === sent;
  let sent = stream.bytesWritten;
  stream.on('data', (chunk: Buffer) => {
    if (isClientsTurn() && isUnasked(chunk)) return;
    tail = (tail + chunk.subarray(-6).toString('latin1')).slice(-6);
    sent = stream.bytesWritten;
  });
  stream.setTimeout(silenceMs);
  stream.on('timeout', () => {
    if (!isClientsTurn()) stream.destroy();
  });
}

/** Whether these are whole messages that a server may send at any time: ParameterStatus, NoticeResponse, NotificationResponse. */
function isUnasked(chunk: Buffer): boolean {
  let at = 0;
  while (at + 5 <= chunk.length && 'SNA'.includes(String.fromCharCode(chunk[at] as number)))
    at += 1 + Math.max(chunk.readUInt32BE(at + 1), 4);
  return at === chunk.length;
}

/**
 * Passes bytes on at the pace of the receiver, and frees the memory of each piece as soon as it is written. Node allocates 64 KiB
 * for each read; left to the garbage collector, the pieces of a dump made it run all the time, which took longer than the copying.
 * Other listeners may read a piece, and must not keep it.
 */
function flow(from: Socket, to: Socket): void {
  from.on('data', (piece: Buffer<ArrayBuffer>) => {
    const takesMore = to.write(piece, () => {
      // Not memory that several buffers share.
      if (piece.byteLength === piece.buffer.byteLength) piece.buffer.transfer(0);
    });
    if (!takesMore) from.pause();
  });
  to.on('drain', () => from.resume());
}

/** A client that is gone must not leave its question running; one that said goodbye has none. */
async function callOff(upstream: SignedIn): Promise<void> {
  upstream.stream.resume();
  await delay(GOODBYE_MS);
  if (upstream.stream.destroyed) return;
  void upstream.cancel();
  leave(upstream);
}

function leave({ stream }: SignedIn): void {
  const impatience = setTimeout(() => stream.destroy(), FAREWELL_MS);
  stream.once('close', () => clearTimeout(impatience));
  stream.end(terminate());
  stream.resume();
}
