import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contractRoutes } from '@cairn/testing';
import { ask } from './client.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

type Level = 'none' | 'view' | 'edit' | 'admin';
const LEVELS: Level[] = ['none', 'view', 'edit', 'admin'];

let app: TestVault;
const people: Partial<Record<Level, Person>> = {};

beforeAll(async () => {
  app = await startTestVault();
  for (const level of LEVELS)
    people[level] = await app.signUp({ username: level, service: level === 'none' ? null : level });
});

afterAll(() => app.close());

/** Every operation, with what the contract requires of its caller. */
const operations = contractRoutes('vault').map(({ method, template, needs }) => ({
  method,
  template,
  access: needs,
}));
const protectedOnes = operations.filter(({ access }) => access.user === 'required');
const tooLow = operations.flatMap(({ method, template, access }) => {
  const required = access.admin ? 'admin' : (access.service as Level | undefined);
  const lower = LEVELS.slice(0, LEVELS.indexOf(required ?? 'none'));
  // An administrator of the service is not one of the platform.
  if (access.admin) lower.push('admin');
  return lower.map((level) => ({ method, template, level, required: required ?? 'none' }));
});
const unsafe = operations.filter(({ method }) => !['GET', 'HEAD'].includes(method));

const QUERIES: [string, string][] = [
  ['/preview', '?dataset=matrix&version=1'],
  ['/versions/{version}/values', '?field=name'],
  ['/versions/{version}/diff', '?with=1'],
  ['}/metadata', ''],
  ['/metadata', '?dataset=matrix&version=1'],
];

function pathOf(template: string): string {
  const values: Record<string, string> = {
    publication: '00000000-0000-4000-8000-000000000000',
    name: 'matrix',
    version: '1',
    srid: '4326',
    table: 'public.wells',
  };
  const path = template.replace(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '1');
  return path + (QUERIES.find(([end]) => template.endsWith(end))?.[1] ?? '');
}

/** What a refused request must leave as it is. */
async function contents(): Promise<unknown> {
  const tables = [
    ...['datasets', 'versions', 'jobs', 'folders', 'connections', 'mapserver_connections'],
    ...['import_requests', 'tile_publications', 'audit_events'],
  ];
  const counts = tables.map((table) => `(SELECT count(*) FROM vault.${table}) AS ${table}`);
  return (await app.admin.query(`SELECT ${counts.join(', ')}`)).rows[0];
}

test('every operation says who may call it', () => {
  const silent = contractRoutes('vault')
    .filter(({ operation }) => !operation['x-access'])
    .map(({ name }) => name);
  expect(silent).toEqual([]);
});

test.each(protectedOnes)(
  '$method $template returns no data without a login',
  async ({ method, template }) => {
    const before = await contents();
    const { status, headers } = await ask(app, null, { method, path: pathOf(template) });
    // Pages lead to the sign-in page.
    if (status === 302 || status === 303) expect(headers.get('location')).toMatch(/login|sign-in/);
    else expect(status).toBe(401);
    expect(await contents()).toEqual(before);
  },
);

test.each(tooLow)(
  '$method $template requires $required on the vault and returns 403 with $level',
  async ({ method, template, level }) => {
    const before = await contents();
    const { status } = await ask(app, people[level]!, { method, path: pathOf(template) });
    expect(status).toBe(403);
    expect(await contents()).toEqual(before);
  },
);

test.each(unsafe)(
  '$method $template returns 403 for a request that another site sends with the cookie of an administrator',
  async ({ method, template }) => {
    const before = await contents();
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign) {
      const answer = await ask(app, people.admin!, { method, path: pathOf(template), headers });
      expect(answer.status).toBe(403);
    }
    expect(await contents()).toEqual(before);
  },
);

test('headers that name a user or an administrator are ignored', async () => {
  for (const name of ['x-user-id', 'x-forwarded-user', 'x-remote-user', 'remote-user', 'x-admin']) {
    const headers = { [name]: String(people.admin!.id) };
    expect((await ask(app, null, { path: '/api/folders', headers })).status).toBe(401);
    expect((await ask(app, people.view!, { path: '/api/connections', headers })).status).toBe(403);
  }
});
