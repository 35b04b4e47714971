import { randomBytes } from 'node:crypto';

const ACCEPTABLE = /^[A-Za-z0-9._-]{8,64}$/;
const POOL_BYTES = 12 * 256;

let pool = Buffer.alloc(0);
let offset = 0;

/** The inbound id if it is safe to log and echo, else a new one of 96 random bits. */
export function requestIdFrom(inbound: string | string[] | undefined): string {
  if (typeof inbound === 'string' && ACCEPTABLE.test(inbound)) return inbound;
  // One call for random bytes serves 256 requests.
  if (offset >= pool.length) {
    pool = randomBytes(POOL_BYTES);
    offset = 0;
  }
  const id = pool.toString('hex', offset, offset + 12);
  offset += 12;
  return id;
}
