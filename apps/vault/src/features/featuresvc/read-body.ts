import { decodeBody } from '@cairn/service';
import type { OutboundResponse } from '@cairn/service';

/** The whole body, decoded. @throws {OutboundError} too_large beyond `maxBytes` after decoding. */
export async function readBody({ headers, body }: OutboundResponse, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const encoding = headers['content-encoding'];
  for await (const chunk of decodeBody(body as AsyncIterable<Buffer>, { encoding, maxBytes }))
    chunks.push(chunk);
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}
