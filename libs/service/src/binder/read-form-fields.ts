import { badRequest, unsupportedMedia } from '../errors.ts';
import { collectPairs } from './query.ts';
import type { PairSource } from './query.ts';

/**
 * The text fields of a multipart form that is in memory: every value of every name, in order, as `parsePairs` returns those of
 * an urlencoded form. Forms with files are streamed to the storage instead; see receiveUpload in `@cairn/files`.
 * @throws {AppError} bad_request for a malformed form or a name that is not allowed; unsupported_media for one with a file
 */
export async function readFormFields(
  body: Buffer,
  { contentType, declares }: { contentType: string; declares: PairSource['declares'] },
): Promise<Map<string, string[]>> {
  const pairs = new Map<string, string[]>();
  const add = collectPairs(pairs, { place: 'form', declares });
  for (const [name, value] of await parse(body, contentType)) {
    if (typeof value !== 'string') {
      // Browsers send an empty file for a file field that nobody filled.
      if (value.size === 0 && value.name === '') continue;
      throw unsupportedMedia('request.unexpected_file', 'This form takes no files; send text fields only.');
    }
    add(name, value);
  }
  return pairs;
}

async function parse(body: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'Content-Type': contentType } }).formData();
  } catch {
    throw badRequest('request.bad_form', 'The form is incomplete or malformed. Send it again.');
  }
}
