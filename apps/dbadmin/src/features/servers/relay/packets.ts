/**
 * The first packets of a PostgreSQL connection, which have no type byte, and the responses of the server (PostgreSQL documentation,
 * "Message Formats"). All numbers are big-endian.
 */
const PROTOCOL_3 = 3 << 16;
const CANCEL_REQUEST = 80877102;
const SSL_REQUEST = 80877103;
const GSS_REQUEST = 80877104;
/** PostgreSQL's own limit for a startup packet. */
const MAX_BYTES = 10_000;

export interface Startup {
  kind: 'startup';
  parameters: Map<string, string>;
}

export interface CancelRequest {
  kind: 'cancel';
  processId: number;
  secretKey: number;
}

export type FirstPacket = Startup | CancelRequest | { kind: 'encryption' } | { kind: 'unreadable' };

export interface ReadPacket {
  packet: FirstPacket;
  /** What came after it. */
  rest: Buffer;
}

/** The first packet of some bytes; null while it is not complete. */
export function readFirstPacket(bytes: Buffer): ReadPacket | null {
  if (bytes.length < 8) return null;
  const length = bytes.readInt32BE(0);
  if (length < 8 || length > MAX_BYTES) return { packet: { kind: 'unreadable' }, rest: bytes };
  if (bytes.length < length) return null;
  return { packet: packetOf(bytes.subarray(0, length)), rest: bytes.subarray(length) };
}

function packetOf(bytes: Buffer): FirstPacket {
  const code = bytes.readInt32BE(4);
  if (code === SSL_REQUEST || code === GSS_REQUEST) return { kind: 'encryption' };
  if (code === CANCEL_REQUEST && bytes.length === 16)
    return { kind: 'cancel', processId: bytes.readInt32BE(8), secretKey: bytes.readInt32BE(12) };
  if (code !== PROTOCOL_3) return { kind: 'unreadable' };
  const texts = bytes.subarray(8).toString('utf8').split('\0');
  const parameters = new Map<string, string>();
  for (let at = 0; texts[at]; at += 2) parameters.set(texts[at]!, texts[at + 1] ?? '');
  return { kind: 'startup', parameters };
}

/** What a server reports after a client has signed in. */
export interface SignedInAs {
  /** Settings that the server reports, such as server_version. */
  parameters: ReadonlyMap<string, string>;
  processId: number;
  secretKey: number;
}

/** AuthenticationOk, one ParameterStatus per setting, BackendKeyData and ReadyForQuery. */
export function welcome({ parameters, processId, secretKey }: SignedInAs): Buffer {
  return Buffer.concat([
    message('R', int32(0)),
    ...[...parameters].map(([name, value]) => message('S', text(name), text(value))),
    message('K', int32(processId), int32(secretKey)),
    message('Z', Buffer.from('I')),
  ]);
}

/** An ErrorResponse that ends the connection. `code` is an SQLSTATE. */
export function fatal(code: string, sentence: string): Buffer {
  const fields = [
    ['S', 'FATAL'],
    ['V', 'FATAL'],
    ['C', code],
    ['M', sentence],
  ] as const;
  return message('E', ...fields.map(([name, value]) => text(name + value)), Buffer.of(0));
}

export function terminate(): Buffer {
  return message('X');
}

function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`);
}
