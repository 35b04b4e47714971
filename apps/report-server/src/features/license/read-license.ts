import { readFile } from 'node:fs/promises';
import type { LicensePayload, SignedLicense } from './types.ts';

/** The licence of a file. @throws {Error} whose message says what is wrong with the file */
export async function readLicenseFile(file: string): Promise<SignedLicense> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error('The licence file cannot be read. Check LICENSE_FILE and its permissions.');
  });
  const license = parseObject(text);
  if (typeof license?.payload !== 'string' || typeof license.signature !== 'string') {
    throw new Error('The licence file is not a licence. Copy the file that you received again.');
  }
  return { payload: license.payload, signature: license.signature };
}

/** The signed part, once its signature is checked. @throws {Error} when a field is missing */
export function parsePayload({ payload }: SignedLicense): LicensePayload {
  const fields = parseObject(payload);
  const { licensee, features, not_before: notBefore, not_after: notAfter } = fields ?? {};
  const isWhole =
    typeof licensee === 'string' && Array.isArray(features) && isMoment(notBefore) && isMoment(notAfter);
  if (!isWhole) throw new Error('The licence lacks a licensee, features or dates. Ask for a new one.');
  return { licensee, features: features.map(String), not_before: notBefore, not_after: notAfter };
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function isMoment(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}
