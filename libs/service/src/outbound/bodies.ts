import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';

/** A body and the headers that describe it, for an OutboundRequest. */
export interface OutboundBody {
  body: string | Readable;
  headers: Record<string, string>;
}

/** A field of a multipart form: a text, or a file, which is streamed. */
export type MultipartPart =
  | { name: string; value: string }
  | {
      name: string;
      fileName: string;
      /** Default application/octet-stream. */
      type?: string;
      content: Buffer | Readable;
      /** Bytes of a stream. When those of all streams are known, the request has a Content-Length. */
      size?: number;
    };

/** A value as JSON. */
export function jsonBody(value: unknown): OutboundBody {
  return { body: JSON.stringify(value), headers: { 'content-type': 'application/json' } };
}

/** Fields as application/x-www-form-urlencoded; a list is sent as one field for each of its values. */
export function formBody(fields: Record<string, string | readonly string[]>): OutboundBody {
  const pairs = Object.entries(fields).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  return {
    body: new URLSearchParams(pairs).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
}

/**
 * Fields as multipart/form-data (RFC 7578, written as browsers do). Files are read while they are sent, one after the other; all
 * their streams are destroyed when the request ends, however it ends.
 */
export function multipartBody(parts: readonly MultipartPart[]): OutboundBody {
  const boundary = `cairn-${randomBytes(18).toString('base64url')}`;
  const end = Buffer.from(`--${boundary}--\r\n`);
  const heads = parts.map((part) => Buffer.from(`--${boundary}\r\n${headOf(part)}\r\n`));

  async function* write(): AsyncGenerator<Buffer> {
    for (const [index, part] of parts.entries()) {
      yield heads[index]!;
      if ('value' in part) yield Buffer.from(part.value);
      else if (Buffer.isBuffer(part.content)) yield part.content;
      else yield* part.content as AsyncIterable<Buffer>;
      yield Buffer.from('\r\n');
    }
    yield end;
  }

  const body = Readable.from(write(), { objectMode: false });
  body.once('close', () => {
    for (const part of parts)
      if ('content' in part && part.content instanceof Readable) part.content.destroy();
  });
  const length = heads.reduce(
    (sum, head, index) => sum + head.length + sizeOf(parts[index]!) + 2,
    end.length,
  );
  return {
    body,
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(Number.isNaN(length) ? {} : { 'content-length': String(length) }),
    },
  };
}

function headOf(part: MultipartPart): string {
  const disposition = `Content-Disposition: form-data; name="${quoted(part.name)}"`;
  if ('value' in part) return `${disposition}\r\n`;
  const type = part.type ?? 'application/octet-stream';
  if (/[\r\n]/.test(type)) throw new TypeError('A media type has no line breaks.');
  return `${disposition}; filename="${quoted(part.fileName)}"\r\nContent-Type: ${type}\r\n`;
}

/** As browsers write names: without the characters that would end them. */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** NaN when nobody knows. */
function sizeOf(part: MultipartPart): number {
  if ('value' in part) return Buffer.byteLength(part.value);
  return Buffer.isBuffer(part.content) ? part.content.length : (part.size ?? Number.NaN);
}
