import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { ConfigError, createSecretBox, readConfig } from '../src/index.ts';

const key = () => randomBytes(32).toString('base64');
const older = `older:${key()}`;
const newer = `2026a:${key()}`;

test('seal encrypts a secret differently each time, and open decrypts it', () => {
  const secretBox = createSecretBox({ keys: newer });
  const sealed = secretBox.seal('wJalrXUtnFEMI', 'vault.remote');
  expect(sealed).toMatch(/^s1\.2026a\.[\w-]+$/);
  expect(sealed).not.toContain('wJalr');
  expect(Buffer.from(sealed.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain('wJalr');
  expect(secretBox.seal('wJalrXUtnFEMI', 'vault.remote')).not.toBe(sealed);
  expect(secretBox.open(sealed, 'vault.remote')).toBe('wJalrXUtnFEMI');
});

test('the first key encrypts, and all keys decrypt', () => {
  const sealed = createSecretBox({ keys: older }).seal('secret', 'here');
  const rotated = createSecretBox({ keys: `${newer}, ${older}` });
  expect(rotated.open(sealed, 'here')).toBe('secret');
  expect(rotated.seal('secret', 'here')).toMatch(/^s1\.2026a\./);
  expect(() => createSecretBox({ keys: newer }).open(sealed, 'here')).toThrow(/cannot be decrypted/);
});

test('open rejects a secret of another purpose and a changed byte', () => {
  const secretBox = createSecretBox({ keys: newer });
  const sealed = secretBox.seal('secret', 'here');
  expect(() => secretBox.open(sealed, 'there')).toThrow(/cannot be decrypted/);
  const [form, id, packed = ''] = sealed.split('.');
  for (const at of [0, 12, 28]) {
    const bytes = Buffer.from(packed, 'base64url');
    bytes[at]! ^= 1;
    expect(() => secretBox.open(`${form}.${id}.${bytes.toString('base64url')}`, 'here')).toThrow(
      /cannot be decrypted/,
    );
  }
  for (const broken of ['', 's1', 's1.2026a.', `s1.2026a.${packed.slice(0, 20)}`, `s2.2026a.${packed}`])
    expect(() => secretBox.open(broken, 'here')).toThrow(/cannot be decrypted/);
});

test('seal without a key is unavailable and names the missing variable', () => {
  const secretBox = createSecretBox({ keys: undefined });
  expect(() => secretBox.seal('secret', 'here')).toThrow(expect.objectContaining({ kind: 'unavailable' }));
  expect(() => secretBox.seal('secret', 'here')).toThrow(/ENCRYPTION_KEYS/);
});

test('readConfig rejects malformed keys and networks', () => {
  const schema = {
    properties: {
      ENCRYPTION_KEYS: { type: 'string', format: 'encryption-keys' },
      OUTBOUND_ALLOWED_CIDRS: { type: 'string', format: 'networks' },
    },
  };
  const good = { ENCRYPTION_KEYS: `${newer},${older}`, OUTBOUND_ALLOWED_CIDRS: '10.0.0.0/8, fd00::/8' };
  expect(readConfig(schema, good)).toEqual(good);
  const bad = [
    'x',
    `x:${key().slice(0, 20)}`,
    `a:${key()},a:${key()}`,
    `a:${Buffer.alloc(32).toString('base64')}`,
  ];
  for (const ENCRYPTION_KEYS of bad)
    expect(() => readConfig(schema, { ENCRYPTION_KEYS })).toThrow(ConfigError);
  for (const OUTBOUND_ALLOWED_CIDRS of ['10.0.0.0', '10.0.0.0/33', 'lan', '::1/129'])
    expect(() => readConfig(schema, { OUTBOUND_ALLOWED_CIDRS })).toThrow(/must be networks/);
});
