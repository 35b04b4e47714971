import type { AppError, OutboundResponse } from '@cairn/service';
import { OutboundError, unprocessable } from '@cairn/service';
import type { ObjectLocation } from './object-location.ts';

/** Stores describe an error in a short XML document; the rest of a longer one is not read. */
const MAX_DESCRIPTION = 8 * 1024;

/**
 * The error of a store as an error for the user who named the object. Only its code is read: the rest of the text may repeat keys
 * and signatures.
 */
export async function toStoreError(answer: OutboundResponse, location: ObjectLocation): Promise<AppError> {
  const text = await readBeginning(answer);
  const code = /<Code>([A-Za-z]{1,60})<\/Code>/.exec(text)?.[1] ?? '';
  const region = String(
    answer.headers['x-amz-bucket-region'] ?? /<Region>([a-z0-9-]{1,40})<\/Region>/.exec(text)?.[1] ?? '',
  );
  const { bucket, key } = location;
  const sentence = SENTENCES.get(code);
  if (sentence) return storeRefused(sentence);
  if (answer.status >= 500 || answer.status === 429 || code === 'SlowDown') {
    return new OutboundError('unreachable', `The store answers ${answer.status}. Try again later.`);
  }
  if (answer.status >= 300 && answer.status < 400) {
    const where = /^[a-z0-9-]{1,40}$/.test(region) ? ` (${region})` : '';
    return storeRefused(
      `The bucket "${bucket}" is in another region${where} or at another endpoint. Enter that one.`,
    );
  }
  if (answer.status === 404) return storeRefused(`There is no object "${key}" in the bucket "${bucket}".`);
  if (answer.status === 401 || answer.status === 403)
    return storeRefused(
      `The store refuses access to "${key}" in the bucket "${bucket}". Check the keys and their permissions.`,
    );
  if (answer.status === 412) return unprocessable('vault.remote_changed', CHANGED);
  if (answer.status === 416) return storeRefused(`The object "${key}" is empty.`);
  return storeRefused(`The store answers ${answer.status}. Check the endpoint, the bucket and the key.`);
}

const CHANGED =
  'The object has changed in its store since it was registered. Import it again to create a new version.';

const SENTENCES = new Map([
  ['NoSuchBucket', 'There is no such bucket in this store. Check its name, the endpoint and the region.'],
  ['InvalidAccessKeyId', 'The store does not know the access key. Check it.'],
  ['SignatureDoesNotMatch', 'The store refuses the signature: the secret key or the region is wrong.'],
  ['AuthorizationHeaderMalformed', 'The store refuses the signature: the region is wrong.'],
  [
    'RequestTimeTooSkewed',
    'The store refuses the request because the clock of this server is wrong. Ask the operator to correct it.',
  ],
  ['InvalidObjectState', 'The object is archived in its store. Restore it there first.'],
]);

function storeRefused(sentence: string): AppError {
  return unprocessable('vault.store_refused', sentence);
}

async function readBeginning({ body }: OutboundResponse): Promise<string> {
  let text = '';
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      text += chunk.toString('latin1');
      if (text.length > MAX_DESCRIPTION) break;
    }
  } catch {
    // The status is enough.
  }
  return text;
}
