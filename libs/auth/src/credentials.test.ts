import { describe, expect, test } from '@jest/globals';
import {
  hashCredential,
  isWellFormedSession,
  isWellFormedToken,
  mintSessionSecret,
  mintToken,
  parseBearer,
  readSessions,
} from './credentials.ts';

describe('personal access tokens', () => {
  test('have the prefix, 40 random characters and a checksum, and no two are the same', () => {
    const tokens = Array.from({ length: 200 }, () => mintToken());
    for (const { secret, hash, prefix } of tokens) {
      expect(secret).toMatch(/^cairn_pat_[0-9A-Za-z]{46}$/);
      expect(isWellFormedToken(secret)).toBe(true);
      expect(hash).toBe(hashCredential(secret));
      expect(prefix).toBe(secret.slice(0, 14));
    }
    expect(new Set(tokens.map((token) => token.secret)).size).toBe(200);
  });

  test('keep their checksum, so that tokens issued earlier stay valid', () => {
    // Computed with Python: zlib.crc32(b'0' * 40) is 0x963fbb8e, which is 2kaqcA in base62.
    expect(isWellFormedToken(`cairn_pat_${'0'.repeat(40)}2kaqcA`)).toBe(true);
  });

  test('are refused without a look-up when a character is mistyped', () => {
    const { secret } = mintToken();
    for (let place = 0; place < secret.length; place += 1) {
      const other = secret[place] === 'x' ? 'y' : 'x';
      expect(isWellFormedToken(secret.slice(0, place) + other + secret.slice(place + 1))).toBe(false);
    }
  });

  test.each(['', 'cairn_pat_', 'cairn_pat_short', `${'x'.repeat(10_000)}`, 'cairn_svc_a.b'])(
    '%j is not a token',
    (text) => {
      expect(isWellFormedToken(text)).toBe(false);
    },
  );
});

describe('credentials in requests', () => {
  test.each([
    ['Bearer abc', 'abc'],
    ['bearer  abc ', 'abc'],
    ['Basic abc', null],
    ['Bearer', null],
    ['Bearer a b', null],
    ['', null],
    [undefined, null],
  ])('Authorization %j holds the bearer credential %j', (header, expected) => {
    expect(parseBearer(header)).toBe(expected);
  });

  const [a, b] = [mintSessionSecret(), mintSessionSecret()];
  test.each([
    [`platform_session=${a}`, [a]],
    [`x=1; platform_session=${a}; platform_session=${b}; platform_session=${a}`, [a, b]],
    [`platform_session=short; platform_session=${b}`, [b]],
    [`not_platform_session=${a}`, []],
    ['platform_session', []],
    [undefined, []],
  ])('the cookie header %j holds the sessions %j', (header, expected) => {
    expect(readSessions(header)).toEqual(expected);
  });

  test('a session secret has 256 random bits', () => {
    const secret = mintSessionSecret();
    expect(isWellFormedSession(secret)).toBe(true);
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(isWellFormedSession(`${secret}x`)).toBe(false);
  });
});
