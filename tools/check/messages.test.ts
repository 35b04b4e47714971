import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { checkMessages } from './messages.ts';

const PAGES = 'apps/shop/web/src';
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cairn-messages-'));
  write('messages/en/cart.ts', "export const cart = { cart: { pay: 'Pay', rows_other: '{{count}} rows' } };");
  write('cart/cart-page.tsx', "t('cart.pay');\nt(\n  'cart.rows', { count: 2 });\nformat('kept.apart');");
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, PAGES, file)), { recursive: true });
  writeFileSync(join(root, PAGES, file), text);
}

test('messages that pages use and that exist once are fine, plurals as well', async () => {
  expect(await checkMessages(root)).toEqual({ passed: true, output: '' });
});

test('a missing message, a name that two areas have and an American spelling are named', async () => {
  write('cart/total.tsx', "t('cart.total');");
  write('messages/en/other.ts', "export const other = { cart: { pay: 'Pay' }, map: { hint: 'Color' } };");
  expect(await checkMessages(root)).toEqual({
    passed: false,
    output: [
      `${PAGES} uses "cart.rows", which is not among its messages.`,
      `${PAGES} uses "cart.total", which is not among its messages.`,
      `${PAGES} has two areas of messages with the name "cart".`,
      `${PAGES} has an American spelling: Color`,
    ].join('\n'),
  });
});
