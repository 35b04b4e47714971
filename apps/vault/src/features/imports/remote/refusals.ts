import type { AppError, OutboundResponse } from '@cairn/service';
import { OutboundError, unprocessable } from '@cairn/service';
import type { ObjectLocation } from './object-location.ts';

/** Stores describe an error in a short XML document; more of it is not read. */
const MAX_DESCRIPTION = 8 * 1024;

/**
 * What a store's refusal means to whoever named the object. Only the error's code is taken from the store: the rest of its
 * words may repeat keys and signatures.
 */
export async function refusalOf(answer: OutboundResponse, place: ObjectLocation): Promise<AppError> {
  const text = await beginning(answer);
  const code = /<Code>([A-Za-z]{1,60})<\/Code>/.exec(text)?.[1] ?? '';
  const region = String(
    answer.headers['x-amz-bucket-region'] ?? /<Region>([a-z0-9-]{1,40})<\/Region>/.exec(text)?.[1] ?? '',
  );
  const { bucket, key } = place;
  const known = SENTENCES.get(code);
  if (known) return refuse(known);
  if (answer.status >= 500 || answer.status === 429 || code === 'SlowDown') {
    return new OutboundError('unreachable', `The store answers ${answer.status}; try again later.`);
  }
  if (answer.status >= 300 && answer.status < 400) {
    const where = /^[a-z0-9-]{1,40}$/.test(region) ? ` (${region})` : '';
    return refuse(`The bucket "${bucket}" lies in another region${where} or at another endpoint; name that.`);
  }
  if (answer.status === 404) return refuse(`There is no object "${key}" in the bucket "${bucket}".`);
  if (answer.status === 401 || answer.status === 403)
    return refuse(
      `The store refuses access to "${key}" in the bucket "${bucket}"; check the keys and their rights.`,
    );
  if (answer.status === 412) return unprocessable('vault.remote_changed', CHANGED);
  if (answer.status === 416) return refuse(`The object "${key}" is empty.`);
  return refuse(`The store answers ${answer.status}; check the endpoint, the bucket and the key.`);
}

const CHANGED =
  'The object has changed in its store since it was registered, so that nothing fits together any more; import it again to make a new version.';

const SENTENCES = new Map([
  ['NoSuchBucket', 'There is no such bucket in this store; check its name, the endpoint and the region.'],
  ['InvalidAccessKeyId', 'The store does not know the access key; check it.'],
  ['SignatureDoesNotMatch', 'The store refuses the signature: the secret key or the region is wrong.'],
  ['AuthorizationHeaderMalformed', 'The store refuses the signature: the region is wrong.'],
  [
    'RequestTimeTooSkewed',
    "The store refuses the request, because this server's clock is wrong; tell the operator.",
  ],
  ['InvalidObjectState', 'The object is archived in its store; restore it there first.'],
]);

function refuse(sentence: string): AppError {
  return unprocessable('vault.store_refused', sentence);
}

async function beginning({ body }: OutboundResponse): Promise<string> {
  let text = '';
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      text += chunk.toString('latin1');
      if (text.length > MAX_DESCRIPTION) break;
    }
  } catch {
    // The status says enough.
  }
  return text;
}
