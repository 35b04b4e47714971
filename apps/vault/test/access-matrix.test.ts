import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contractRoutes } from '@cairn/testing';
import { addVersion, versionsOf } from './catalog.ts';
import { ask } from './client.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

type Level = 'none' | 'view' | 'edit' | 'admin';
const LEVELS: Level[] = ['none', 'view', 'edit', 'admin'];

let app: TestVault;
let version: number;
let publication: string;
const people: Partial<Record<Level, Person>> = {};

beforeAll(async () => {
  app = await startTestVault();
  const owner = await app.signUp({ username: 'owner' });
  version = (await addVersion(app, owner, 'matrix', 'matrix')).version_id;
  const { rows } = await app.admin.query(
    `INSERT INTO vault.tile_publications (dataset_id, layer) VALUES ($1, 'matrix') RETURNING id`,
    [await app.idOf('matrix')],
  );
  publication = rows[0].id;
  for (const level of LEVELS) {
    people[level] = await app.signUp({ username: level });
    if (level !== 'none') await app.grant({ to: people[level], on: 'matrix', permission: level });
  }
});

afterAll(() => app.close());

/** Every operation on a dataset, with the permission that the contract requires. */
const operations = contractRoutes('vault').flatMap(({ method, template, needs: { resource } }) => {
  if (!resource || Array.isArray(resource)) return [];
  return [{ method, template, permission: resource.permission }];
});
const matrix = operations.flatMap((operation) =>
  LEVELS.slice(0, LEVELS.indexOf(operation.permission)).map((level) => ({ ...operation, level })),
);

/** Required queries by the end of the path. */
const REQUIRED = [
  ['/preview', '?dataset=matrix&version=1'],
  ['/versions/{version}/values', '?field=name'],
  ['/versions/{version}/diff', '?with=1'],
  ['}/metadata', ''],
  ['/metadata', '?dataset=matrix&version=1'],
] as const;

function pathOf(template: string): string {
  const values: Record<string, string> = {
    ...{ id: String(version), name: 'matrix', version: '1', srid: '4326' },
    publication,
    token_id: '1',
  };
  const path = template.replace(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '0');
  return path + (REQUIRED.find(([end]) => template.endsWith(end))?.[1] ?? '');
}

test.each(matrix)(
  '$method $template requires $permission on the dataset and returns 403 with $level',
  async ({ method, template, level }) => {
    const { status } = await ask(app, people[level]!, { method, path: pathOf(template) });
    expect(status).toBe(403);
  },
);

test('refused requests change nothing', async () => {
  const [only, ...more] = await versionsOf(app, people.view!, 'matrix');
  expect([only.version, more]).toEqual([1, []]);
});

test.each(operations.filter(({ method }) => method === 'GET'))(
  'GET $template is allowed with $permission on the dataset',
  async ({ template, permission }) => {
    const person = people[permission as Level]!;
    const { status } = await ask(app, person, { path: pathOf(template) });
    expect([401, 403]).not.toContain(status);
  },
);
