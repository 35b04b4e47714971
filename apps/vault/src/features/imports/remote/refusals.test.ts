import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { refusalOf } from './refusals.ts';

const place = {
  endpoint: 'https://s3.example.org',
  region: 'x',
  bucket: 'maps',
  key: 'a.tif',
  pathStyle: true,
};

function answer(code: string) {
  const body = Readable.from([Buffer.from(`<Error><Code>${code}</Code></Error>`)]);
  return refusalOf({ status: 400, headers: {}, url: new URL(place.endpoint), body }, place);
}

test('a code of the store that is known says what to do; any other word, one of the language as well, is told by its status', async () => {
  expect((await answer('NoSuchBucket')).message).toMatch(/no such bucket/);
  for (const code of ['constructor', 'toString', 'Unheard'])
    expect((await answer(code)).message).toMatch(/^The store answers 400; check the endpoint/);
});
