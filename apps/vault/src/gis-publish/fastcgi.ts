import { connect } from 'node:net';

/** What a FastCGI application answered. */
export interface FastCgiResponse {
  status: number;
  contentType: string;
  body: Buffer;
}

/** Why there is no response. */
export class FastCgiError extends Error {
  readonly reason: 'ended' | 'too_large' | 'malformed';
  constructor(reason: FastCgiError['reason'], cause?: unknown) {
    super(`the FastCGI application gave no response: ${reason}`, { cause });
    this.name = 'FastCgiError';
    this.reason = reason;
  }
}

/** Record types and roles of the FastCGI specification 1.0, section 8. */
const BEGIN_REQUEST = 1;
const END_REQUEST = 3;
const PARAMS = 4;
const STDIN = 5;
const STDOUT = 6;
const VERSION = 1;
const REQUEST_ID = 1;
const RESPONDER = 1;
const HEADER_BYTES = 8;
/** The most that the length of a record can say. */
const MAX_CONTENT = 65_535;
const MAX_HEADERS = 16 * 1024;

/**
 * Sends one request without a body to a FastCGI application that listens on a UNIX socket, and reads its whole response. One
 * connection a request: the application closes it at its end.
 * @throws {FastCgiError} when the application ends, or answers with more than `maxBytes` or something else than CGI
 */
export function requestFastCgi(
  socketPath: string,
  parameters: Record<string, string>,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<FastCgiResponse> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath);
    const output: Buffer[] = [];
    let size = 0;
    let unread: Buffer = Buffer.alloc(0);

    function finish(error: unknown): void {
      signal.removeEventListener('abort', onAbort);
      socket.destroy();
      reject(error as Error);
    }
    const onAbort = () => finish(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) return onAbort();

    socket.once('connect', () => socket.write(encodeRequest(parameters)));
    socket.once('error', (error) => finish(new FastCgiError('ended', error)));
    socket.once('close', () => finish(new FastCgiError('ended')));
    socket.on('data', (chunk: Buffer) => {
      unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk]);
      for (let record = readRecord(unread); record; record = readRecord(unread)) {
        unread = unread.subarray(record.bytes);
        if (record.type === STDOUT) {
          size += record.content.length;
          if (size > maxBytes) return finish(new FastCgiError('too_large'));
          output.push(record.content);
        }
        if (record.type !== END_REQUEST) continue;
        const response = parseCgi(Buffer.concat(output));
        if (!response) return finish(new FastCgiError('malformed'));
        signal.removeEventListener('abort', onAbort);
        resolve(response);
        socket.destroy();
        return;
      }
    });
  });
}

function encodeRequest(parameters: Record<string, string>): Buffer {
  const pairs = Buffer.concat(
    Object.entries(parameters).flatMap(([name, value]) => {
      const [nameBytes, valueBytes] = [Buffer.from(name), Buffer.from(value)];
      return [encodeLength(nameBytes.length), encodeLength(valueBytes.length), nameBytes, valueBytes];
    }),
  );
  const chunks: Buffer[] = [encodeRecord(BEGIN_REQUEST, Buffer.from([0, RESPONDER, 0, 0, 0, 0, 0, 0]))];
  for (let at = 0; at < pairs.length; at += MAX_CONTENT)
    chunks.push(encodeRecord(PARAMS, pairs.subarray(at, at + MAX_CONTENT)));
  return Buffer.concat([
    ...chunks,
    encodeRecord(PARAMS, Buffer.alloc(0)),
    encodeRecord(STDIN, Buffer.alloc(0)),
  ]);
}

function encodeRecord(type: number, content: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header[0] = VERSION;
  header[1] = type;
  header.writeUInt16BE(REQUEST_ID, 2);
  header.writeUInt16BE(content.length, 4);
  return Buffer.concat([header, content]);
}

/** One byte, or four with the highest bit set. */
function encodeLength(length: number): Buffer {
  if (length < 128) return Buffer.from([length]);
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE((length | 0x80000000) >>> 0);
  return bytes;
}

/** The first record of the bytes; null while it is incomplete. */
function readRecord(bytes: Buffer): { type: number; content: Buffer; bytes: number } | null {
  if (bytes.length < HEADER_BYTES) return null;
  const length = bytes.readUInt16BE(4);
  const whole = HEADER_BYTES + length + bytes[6]!;
  if (bytes.length < whole) return null;
  return { type: bytes[1]!, content: bytes.subarray(HEADER_BYTES, HEADER_BYTES + length), bytes: whole };
}

/** The response of a CGI program (RFC 3875, section 6): headers, an empty line, the body. QGIS ends lines with a line feed alone. */
function parseCgi(output: Buffer): FastCgiResponse | null {
  const head = output.subarray(0, MAX_HEADERS).toString('latin1');
  const end = /\r?\n\r?\n/.exec(head);
  if (!end) return null;
  const headers = new Map<string, string>();
  for (const line of head.slice(0, end.index).split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  const status = Number.parseInt(headers.get('status') ?? '200', 10);
  const contentType = headers.get('content-type') ?? '';
  if (!(status >= 200 && status <= 599) || contentType === '') return null;
  return { status, contentType, body: output.subarray(end.index + end[0].length) };
}
