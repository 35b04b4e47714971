import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { DEVELOPMENT_PRIVATE_KEY } from './features/license/development-license.ts';
import { signLicense } from './features/license/signature.ts';

const USAGE = `Signs a licence and prints the file for LICENSE_FILE.

  node apps/report-server/src/sign-license.ts --licensee <name> --until <date> [--from <date>] [--feature dashboards]… [--key <file>]
  node apps/report-server/src/sign-license.ts --new-key

Without --key the development key signs. --new-key prints a key pair: keep \`private\` in a file for --key, and set
LICENSE_PUBLIC_KEY of the report server to \`public\`.`;

const { values } = parseArgs({
  options: {
    licensee: { type: 'string' },
    from: { type: 'string' },
    until: { type: 'string' },
    feature: { type: 'string', multiple: true, default: ['dashboards'] },
    key: { type: 'string' },
    'new-key': { type: 'boolean' },
  },
});

if (values['new-key']) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  print({
    public: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    private: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  });
} else if (values.licensee && values.until) {
  const payload = {
    licensee: values.licensee,
    features: values.feature,
    not_before: new Date(values.from ?? Date.now()).toISOString(),
    not_after: new Date(values.until).toISOString(),
  };
  const key = values.key ? readFileSync(values.key, 'utf8').trim() : DEVELOPMENT_PRIVATE_KEY;
  print(signLicense(payload, key));
} else {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 1;
}

function print(value: object): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
