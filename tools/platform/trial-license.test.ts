import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createLicenseService } from '../../apps/report-server/src/features/license/service.ts';
import { trialLicense } from './trial-license.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'cairn-license-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test('the licence of an installation counts in production, says that it is for trying out, and stays the same', async () => {
  const settings = trialLicense(dataDir, {});
  const status = await createLicenseService({
    nodeEnv: 'production',
    licenseFile: settings?.LICENSE_FILE,
    licensePublicKey: settings?.LICENSE_PUBLIC_KEY,
  }).status();
  expect(status).toMatchObject({
    licensee: 'this installation, made by npm start for trying out',
    features: ['dashboards'],
    isValid: true,
    isDevelopment: false,
  });
  const text = readFileSync(join(dataDir, 'license.json'), 'utf8');
  expect(trialLicense(dataDir, {})).toEqual(settings);
  expect(readFileSync(join(dataDir, 'license.json'), 'utf8')).toBe(text);
});

test('an installation issues no licence when LICENSE_FILE names one', () => {
  expect(trialLicense(dataDir, { LICENSE_FILE: '/etc/license.json' })).toBeNull();
  expect(() => readFileSync(join(dataDir, 'license.json'))).toThrow('ENOENT');
});
