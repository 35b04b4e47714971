import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { checkImports } from './imports.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cairn-imports-'));
  write(
    'docs/architecture.md',
    'The shop (`apps/shop/src`):\n\n`features/users` < `mail` <\n`orders`, `stock`\n\nEnd `a` < `b`.',
  );
  write(
    'apps/shop/src/features/users/repo.ts',
    "import { sql } from 'kysely';\nimport '../../db/handle.ts';",
  );
  write('apps/shop/src/db/handle.ts', "import type { Kysely } from 'kysely';");
  write('apps/shop/src/mail/send.ts', "import type { User } from '../features/users/repo.ts';");
  write(
    'apps/shop/src/features/orders/service.ts',
    "export * from '../users/repo.ts';\nimport '../../mail/send.ts';",
  );
  write('apps/shop/src/context.ts', "import './features/orders/service.ts';");
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

test('checkImports passes folders that import earlier ones', async () => {
  expect(await checkImports(root)).toEqual({ passed: true, output: '' });
});

test.each([
  [
    'a later folder',
    'features/users/a.ts',
    "import type { Order } from '../orders/service.ts';",
    /orders is not before users/,
  ],
  [
    'a folder of the same step',
    'features/stock/a.ts',
    "import '../orders/service.ts';",
    /orders is not before stock/,
  ],
  [
    'an unlisted folder',
    'features/new/a.ts',
    "import '../users/repo.ts';",
    /does not list the folder new of apps\/shop\/src/,
  ],
  [
    'Kysely outside a repo',
    'features/orders/sql.ts',
    "import { sql } from 'kysely';",
    /orders\/sql\.ts imports Kysely/,
  ],
])('checkImports rejects an import of %s', async (_what, file, text, problem) => {
  write(`apps/shop/src/${file}`, text);
  const { passed, output } = await checkImports(root);
  expect([passed, output]).toEqual([false, expect.stringMatching(problem)]);
});

test('checkImports names the files of a circle of types, and not those that lead to it', async () => {
  write('libs/geo/src/a.ts', "import type { B } from './b.ts';");
  write('libs/geo/src/b.ts', "import('./c.ts');");
  write('libs/geo/src/c.ts', "export type { A } from './a.ts';");
  write('libs/geo/src/index.ts', "export * from './a.ts';");
  expect((await checkImports(root)).output).toBe(
    ['a', 'b', 'c'].map((name) => `libs/geo/src/${name}.ts is in a circle of imports.`).join('\n'),
  );
});
