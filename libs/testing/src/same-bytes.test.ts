import { expect, test } from '@jest/globals';

const bytes = () => Buffer.from('some bytes of a file');

test('identical bytes are equal at any depth', () => {
  expect(bytes()).toEqual(bytes());
  expect({ files: [bytes()] }).toStrictEqual({ files: [bytes()] });
});

test('other bytes, fewer bytes and no bytes are not equal', () => {
  const other = bytes();
  other[3] = 0;
  for (const wrong of [other, bytes().subarray(1), Buffer.alloc(0), 'some bytes of a file', null]) {
    expect(wrong).not.toEqual(bytes());
    expect([wrong]).not.toEqual([bytes()]);
  }
});

test('a message of bytes that differ shows both', () => {
  expect(() => expect(Buffer.from([1, 2])).toEqual(Buffer.from([1, 3]))).toThrow(/Expected[^]*Received/);
});
