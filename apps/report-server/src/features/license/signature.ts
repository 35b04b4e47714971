import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { LicensePayload, SignedLicense } from './types.ts';

/** `privateKey` is base64 of DER (PKCS 8). */
export function signLicense(payload: LicensePayload, privateKey: string): SignedLicense {
  const text = JSON.stringify(payload);
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
  return { payload: text, signature: sign(null, Buffer.from(text), key).toString('base64') };
}

/** `publicKey` is base64 of DER (SPKI). */
export function isSignedBy({ payload, signature }: SignedLicense, publicKey: string): boolean {
  return verify(null, Buffer.from(payload), toPublicKey(publicKey), Buffer.from(signature, 'base64'));
}

/** Whether a text is a public key for licences. */
export function isPublicKey(text: string): boolean {
  try {
    return toPublicKey(text).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

function toPublicKey(publicKey: string) {
  return createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
}
