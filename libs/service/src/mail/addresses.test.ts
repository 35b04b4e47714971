import { expect, test } from '@jest/globals';
import { readAddress, readAddresses } from './addresses.ts';

test('addresses are separated by commas, semicolons and white space', () => {
  expect(
    readAddresses(' ada@example.org,bob@example.org; eve@localhost\r\n\tkim@mail.example.org,, '),
  ).toEqual(['ada@example.org', 'bob@example.org', 'eve@localhost', 'kim@mail.example.org']);
  expect(readAddresses(' \n')).toEqual([]);
});

test('the domain becomes ASCII in lower case, and the name before it stays as it is', () => {
  expect(readAddress('Ada.Lovelace+maps@München.DE')).toBe('Ada.Lovelace+maps@xn--mnchen-3ya.de');
  expect(readAddress("o'brien_!#$%&*/=?^`{|}~-@example.org")).toBe("o'brien_!#$%&*/=?^`{|}~-@example.org");
});

test('an address that is repeated counts once, in the spelling of the first', () => {
  expect(readAddresses('Ada@Example.org, ada@example.org; ADA@EXAMPLE.ORG bob@example.org')).toEqual([
    'Ada@example.org',
    'bob@example.org',
  ]);
});

test('at most 50 addresses are taken', () => {
  const list = (count: number) => Array.from({ length: count }, (_, index) => `p${index}@example.org`).join();
  expect(readAddresses(list(50))).toHaveLength(50);
  expect(readAddresses(`${list(50)},p7@example.org`)).toHaveLength(50);
  expect(() => readAddresses(list(51))).toThrow('Mail goes to at most 50 addresses.');
});

test.each([
  ['a further header', 'a@x\r\nBcc: e@y', '"a@x"'],
  ['a further header after a good address', 'a@x.org\r\nBcc: e@y.org', '"Bcc:"'],
  ['a group', 'team:a@x.org,e@y.org;', '"team:a@x.org"'],
  ['a display name', '"Ada" <a@x.org>', '"\\"Ada\\""'],
  ['angle brackets', '<a@x.org>', '"<a@x.org>"'],
  ['a quoted name', '"a@e.org>,<b"@x.org', '"\\"a@e.org>"'],
  ['a comment', 'a@x.org(comment)', '"a@x.org(comment)"'],
  ['two at signs', 'a@e.org@x.org', '"a@e.org@x.org"'],
  ['a percent sign in the domain', 'a@%65vil.org', '"a@%65vil.org"'],
  ['an address literal', 'a@[127.0.0.1]', '"a@[127.0.0.1]"'],
  ['a number for a domain', 'a@0x7f.1', '"a@0x7f.1"'],
  ['no dot in the domain', 'a@x', '"a@x"'],
  ['a dot at the end', 'a@x.org.', '"a@x.org."'],
  ['two dots in a row', 'a..b@x.org', '"a..b@x.org"'],
  ['a label that starts with a hyphen', 'a@-x.org', '"a@-x.org"'],
  ['a label of 64 characters', `a@${'x'.repeat(64)}.org`, '"a@xxx'],
  ['no name', '@x.org', '"@x.org"'],
  ['no domain', 'ada@', '"ada@"'],
  ['nothing of an address', 'ada', '"ada"'],
  ['NUL', 'a\0@x.org', String.raw`"a\u0000@x.org"`],
  ['a line separator', 'a\u2028@x.org', '\u2028@x.org"'],
  ['a soft hyphen in the domain', 'a@ex\u00admple.org', '@ex\u00admple.org'],
  ['a name beyond ASCII', 'ä@x.org', '"ä@x.org"'],
  ['a name of 65 characters', `${'a'.repeat(65)}@x.org`, '"aaa'],
  ['255 characters', `${'a'.repeat(64)}@${'x'.repeat(60)}.${'y'.repeat(63)}.${'z'.repeat(63)}.org`, '"aaa'],
])('%s is refused with a sentence that names the address', (_what, text, named) => {
  expect(() => readAddresses(text)).toThrow(named);
  expect(() => readAddresses(text)).toThrow(
    'is not an email address. Write addresses such as name@example.org',
  );
});

test('one address may not be several', () => {
  expect(readAddress(' ada@example.org\n')).toBe('ada@example.org');
  for (const text of ['a@x.org,e@y.org', 'a@x.org e@y.org', 'a@x.org\r\nBcc: e@y.org', '']) {
    expect(() => readAddress(text)).toThrow('is not an email address');
  }
});
