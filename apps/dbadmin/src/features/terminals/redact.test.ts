import { describe, expect, test } from '@jest/globals';
import { plain, redact } from './redact.ts';

describe('redact', () => {
  test.each([
    ['pg_dump postgresql://steward:s3cret@db/gis', 'pg_dump postgresql://steward:***@db/gis'],
    ['psql host=db password=s3cret dbname=gis', 'psql host=db password=*** dbname=gis'],
    ["psql password='s3 cret' dbname=gis", 'psql password=*** dbname=gis'],
    ['PGPASSWORD=s3cret pg_dump gis', 'PGPASSWORD=*** pg_dump gis'],
    ['tool --password s3cret -v', 'tool --password *** -v'],
    ['tool --password=s3cret -v', 'tool --password=*** -v'],
    ['{"secret": "s3cret", "n": 1}', '{"secret": ***, "n": 1}'],
    ["ALTER ROLE r PASSWORD 's3cret' LOGIN", 'ALTER ROLE r PASSWORD *** LOGIN'],
    ['nothing of the kind: 10:15:00', 'nothing of the kind: 10:15:00'],
  ])('%s', (text, shown) => expect(redact(text)).toBe(shown));

  test.each([
    ['one long word', 'a'.repeat(64 * 1024)],
    ['many words for a password', 'password'.repeat(8 * 1024)],
    ['many beginnings of an address', '://'.repeat(20 * 1024)],
    ['many open quotes', "password='".repeat(6 * 1024)],
    ['a password and much space', `password${' '.repeat(64 * 1024)}`],
  ])('redact handles %s in less than 500 ms', (_what, text) => {
    const started = performance.now();
    redact(text);
    expect(performance.now() - started).toBeLessThan(500);
  });
});

test('control characters are replaced', () => {
  expect(plain('a\u001b]0;title\u0007b\u009b2Jc\td\r\ne\rf')).toBe('a�]0;title�b�2Jc\td\ne�f');
});
