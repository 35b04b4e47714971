import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { toStoreError } from './store-errors.ts';

const location = {
  endpoint: 'https://s3.example.org',
  region: 'x',
  bucket: 'maps',
  key: 'a.tif',
  pathStyle: true,
};

function answer(code: string) {
  const body = Readable.from([Buffer.from(`<Error><Code>${code}</Code></Error>`)]);
  return toStoreError({ status: 400, headers: {}, url: new URL(location.endpoint), body }, location);
}

test('toStoreError explains known codes of stores, and names the status for all others, such as "constructor"', async () => {
  expect((await answer('NoSuchBucket')).message).toMatch(/no such bucket/);
  for (const code of ['constructor', 'toString', 'Unheard'])
    expect((await answer(code)).message).toMatch(/^The store answers 400\. Check the endpoint/);
});
