import { createHash, createHmac, pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import saslprep from '@mongodb-js/saslprep';

const derive = promisify(pbkdf2);

/** The default of PostgreSQL (SCRAM_SHA_256_DEFAULT_ITERATIONS), and the minimum of RFC 7677. */
const ITERATIONS = 4096;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/**
 * Computes what a server stores instead of a password (RFC 5803): `SCRAM-SHA-256$4096:<salt>$<StoredKey>:<ServerKey>`. The password
 * itself never reaches the server or its log. Only tests pass a salt.
 */
export async function scramVerifier(password: string, salt = randomBytes(SALT_BYTES)): Promise<string> {
  const salted = await derive(prepare(password), salt, ITERATIONS, KEY_BYTES, 'sha256');
  const clientKey = hmac(salted, 'Client Key');
  const storedKey = createHash('sha256').update(clientKey).digest('base64');
  const serverKey = hmac(salted, 'Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

/** As PostgreSQL does: a password that SASLprep (RFC 4013) rejects or empties is used unchanged. */
function prepare(password: string): string {
  try {
    return saslprep(password) || password;
  } catch {
    return password;
  }
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
