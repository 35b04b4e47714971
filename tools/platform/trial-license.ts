import { generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Settings of the report server for one licence. */
export interface LicenseSettings {
  LICENSE_FILE: string;
  LICENSE_PUBLIC_KEY: string;
}

/**
 * The licence with all features that an installation issues to itself at its first start, in `license.json` of its data folder.
 * The key that signed it is not kept: only its public half, beside the licence.
 *
 * @returns null where the environment names a licence
 */
export function trialLicense(dataDir: string, env: NodeJS.ProcessEnv = process.env): LicenseSettings | null {
  if (env.LICENSE_FILE) return null;
  const file = join(dataDir, 'license.json');
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, `${JSON.stringify(issue(), null, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  const { public_key: key } = JSON.parse(readFileSync(file, 'utf8')) as { public_key: string };
  return { LICENSE_FILE: file, LICENSE_PUBLIC_KEY: key };
}

function issue() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const payload = JSON.stringify({
    licensee: 'this installation, made by npm start for trying out',
    features: ['dashboards'],
    not_before: new Date().toISOString(),
    not_after: '2100-01-01T00:00:00.000Z',
  });
  return {
    payload,
    signature: sign(null, Buffer.from(payload), privateKey).toString('base64'),
    public_key: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  };
}
