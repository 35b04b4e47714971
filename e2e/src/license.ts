import { generateKeyPairSync, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A licence with all features for the report server of one run, signed with a key of its own, as settings. */
export function issueLicense(folder: string): { LICENSE_FILE: string; LICENSE_PUBLIC_KEY: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const payload = JSON.stringify({
    licensee: 'Browser tests',
    features: ['dashboards'],
    not_before: new Date(Date.now() - 86_400_000).toISOString(),
    not_after: new Date(Date.now() + 86_400_000).toISOString(),
  });
  const signature = sign(null, Buffer.from(payload), privateKey).toString('base64');
  const file = join(folder, 'license.json');
  writeFileSync(file, JSON.stringify({ payload, signature }));
  const publicText = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  return { LICENSE_FILE: file, LICENSE_PUBLIC_KEY: publicText };
}
