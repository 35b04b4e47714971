import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { packagesAreFresh } from './packages.mjs';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cairn-packages-'));
  mkdirSync(join(root, 'node_modules'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, packages: object): void {
  writeFileSync(join(root, file), JSON.stringify({ packages }));
}

test('packages are fresh when each locked version is the installed one', () => {
  write('package-lock.json', {
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b-win32': { version: '1.0.0', optional: true },
  });
  write('node_modules/.package-lock.json', { 'node_modules/a': { version: '1.0.0' } });
  expect(packagesAreFresh(root)).toBe(true);
});

test.each([
  ['another version', { 'node_modules/a': { version: '1.0.1' } }],
  ['nothing of it', {}],
])('packages are stale when %s is installed', (_what, installed) => {
  write('package-lock.json', { 'node_modules/a': { version: '1.0.0' } });
  write('node_modules/.package-lock.json', installed);
  expect(packagesAreFresh(root)).toBe(false);
});

test('packages are stale when an installation was cut off before npm wrote its record', () => {
  write('package-lock.json', {});
  expect(packagesAreFresh(root)).toBe(false);
});
