import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { unavailable } from './errors.ts';

export interface SecretBox {
  /**
   * Encrypts a secret for the database. It can only be decrypted with the same `purpose`, the place where it is stored (such
   * as "vault.remote_sources"). @throws {AppError} unavailable without a key
   */
  seal(secret: string, purpose: string): string;
  /** Decrypts a secret. @throws {AppError} unavailable when no key fits, or the text is damaged or has another purpose */
  open(sealed: string, purpose: string): string;
}

interface EncryptionKey {
  id: string;
  key: KeyObject;
}

const FORM = 's1';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID = /^[A-Za-z0-9_-]{1,40}$/;
const KEY_BYTES = 32;

/**
 * Secrets at rest: AES-256-GCM. The first key encrypts and all keys decrypt, so that a key can be rotated without downtime.
 * `keys` is the text of ENCRYPTION_KEYS: "2026a:<32 bytes in base64>,older:<…>"; when it is empty, nothing can be encrypted.
 */
export function createSecretBox({ keys }: { keys: string | undefined }): SecretBox {
  const known = parseKeys(keys ?? '');
  return {
    seal(secret, purpose) {
      const [first] = known;
      if (!first) throw noKey();
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', first.key, iv).setAAD(Buffer.from(purpose));
      const bytes = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      const packed = Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString('base64url');
      return `${FORM}.${first.id}.${packed}`;
    },
    open(sealed, purpose) {
      if (known.length === 0) throw noKey();
      const [form, id, packed = ''] = sealed.split('.');
      const key = known.find((each) => each.id === id)?.key;
      if (form !== FORM || !key) throw cannotOpen();
      const bytes = Buffer.from(packed, 'base64url');
      const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
      if (tag.length !== TAG_BYTES) throw cannotOpen();
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(tag);
      try {
        const plain = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
        return Buffer.concat(plain).toString('utf8');
      } catch {
        throw cannotOpen();
      }
    },
  };
}

/** Whether a text is valid for ENCRYPTION_KEYS. */
export function areEncryptionKeys(text: string): boolean {
  try {
    return parseKeys(text).length > 0;
  } catch {
    return false;
  }
}

function parseKeys(text: string): EncryptionKey[] {
  const keys = text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map((entry) => {
      const [id = '', encoded = '', ...rest] = entry.split(':');
      const key = Buffer.from(encoded, 'base64');
      const isKey = key.length === KEY_BYTES && new Set(key).size >= 8;
      if (!KEY_ID.test(id) || !isKey || rest.length > 0) throw new Error('an encryption key is malformed');
      return { id, key: createSecretKey(key) };
    });
  if (new Set(keys.map(({ id }) => id)).size < keys.length)
    throw new Error('two encryption keys have the same name');
  return keys;
}

function noKey() {
  return unavailable(
    'sealing.no_key',
    'This server cannot store secrets because it has no encryption key. Ask the operator to set ENCRYPTION_KEYS.',
  );
}

function cannotOpen() {
  return unavailable(
    'sealing.cannot_open',
    'A stored secret cannot be decrypted with the keys of this server. Enter it again, or ask the operator for the older ENCRYPTION_KEYS.',
  );
}
