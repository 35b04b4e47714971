import { pipeline } from 'node:stream';
import type { Duplex } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { mebibytes } from './limits.ts';
import { OutboundError } from './outbound-error.ts';

const DECODERS: Record<string, () => Duplex> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/**
 * Decodes the Content-Encoding of a body; some servers encode although the request excludes it. Ends beyond `maxBytes` of
 * output: a few kilobytes may decompress to gigabytes. @throws {OutboundError} unreadable, too_large
 */
export async function* decodeBody(
  body: AsyncIterable<Buffer>,
  { encoding, maxBytes }: { encoding: string | undefined; maxBytes: number },
): AsyncGenerator<Buffer> {
  let seen = 0;
  for await (const chunk of decode(body, encoding?.trim().toLowerCase() ?? '')) {
    seen += chunk.length;
    if (seen > maxBytes)
      throw new OutboundError('too_large', `The file is larger than ${mebibytes(maxBytes)}.`);
    yield chunk;
  }
}

async function* decode(body: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  if (encoding === '' || encoding === 'identity') {
    yield* body;
    return;
  }
  const decoder = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding]?.() : undefined;
  if (!decoder)
    throw new OutboundError('unreadable', 'The server sends the file in an unsupported encoding.');
  // Its errors reach the loop below.
  pipeline(body, decoder, () => undefined);
  try {
    yield* decoder as AsyncIterable<Buffer>;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('Z_') && !code?.startsWith('ERR__ERROR') && !code?.startsWith('ZSTD')) throw error;
    throw new OutboundError('unreadable', 'The server sends a file that cannot be decompressed.', error);
  }
}
