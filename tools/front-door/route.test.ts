import { expect, test } from '@jest/globals';
import { NO_SUCH_PATH } from '@cairn/service/errors';
import { decide } from './route.ts';

const portal = { name: 'portal', basePath: '', target: 'http://127.0.0.1:1' };
const vault = { name: 'vault', basePath: '/vault', target: 'http://127.0.0.1:2' };
const routes = [portal, vault];

test.each([
  ['/', 'portal'],
  ['/catalog?next=/vault', 'portal'],
  ['/vault', 'vault'],
  ['/vault?x=1', 'vault'],
  ['/vault/', 'vault'],
  ['/vault/datasets/a%20b', 'vault'],
  ['/vault/datasets/a.b..c', 'vault'],
  ['/vault/datasets/100%25', 'vault'],
  ['/vaultX', 'portal'],
  ['/vault.json', 'portal'],
  ['/VAULT/datasets', 'portal'],
  ['//vault/datasets', 'portal'],
  ['/%76ault/datasets', 'portal'],
  ['/vault%3Fx', 'portal'],
  ['/datasets/internal', 'portal'],
  ['/vault/datasets/internal', 'vault'],
  ['/internals', 'portal'],
])('%s goes to the %s', (target, name) => {
  expect(decide(target, routes)).toMatchObject({ route: { name } });
});

test.each([
  ['/internal/services/x'],
  ['/internal'],
  ['//internal/x'],
  ['/INTERNAL/x'],
  ['/%69nternal/x'],
  ['/%2569nternal/x'],
  ['/vault/internal/x'],
  ['/vault//internal/x'],
  ['/vault/%49nternal'],
])('%s is not found', (target) => {
  expect(decide(target, routes)).toEqual({ refused: 404, sentence: NO_SUCH_PATH });
});

test.each([
  ['/vault/../internal/x'],
  ['/vault/%2e%2e/internal/x'],
  ['/vault/.%2E/x'],
  ['/vault/%252e%252e/x'],
  ['/./vault'],
  ['/vault/a%2f..%2f..%2fx'],
  ['/vault/..%5cx'],
  ['/vault\\..\\x'],
  ['/vault/x%00'],
  ['/vault/%E0%A4%A'],
  ['http://evil.example/vault'],
  ['*'],
  [''],
])('"%s" is refused because it is another path once decoded', (target) => {
  expect(decide(target, routes)).toMatchObject({ refused: 400 });
});

test('without a portal an unknown path is not found', () => {
  expect(decide('/catalog', [vault])).toMatchObject({ refused: 404 });
});
