import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { METHODS } from '@cairn/contracts';
import type { ContractDocument } from '@cairn/contracts';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';

type Level = 'none' | 'view' | 'edit' | 'admin';
const LEVELS: Level[] = ['none', 'view', 'edit', 'admin'];

let app: TestDbadmin;
let contract: ContractDocument;
const people = new Map<Level, Person>();

beforeAll(async () => {
  app = await startTestDbadmin();
  for (const level of LEVELS) {
    const service = level === 'none' ? null : level;
    people.set(level, await app.signUp({ username: `person-${level}`, service }));
  }
  contract = (await app.ask(null, { path: '/openapi.json' })).body;
});

afterAll(() => app.close());

interface Operation {
  id: string;
  method: string;
  path: string;
  isPage: boolean;
  /** The least that lets somebody in; `portal` for administrators of the portal alone. */
  needs: Level | 'portal';
}

/** Everything that the running service says it offers to people who are signed in. */
function operations(): Operation[] {
  return Object.entries(contract.paths).flatMap(([template, item]) =>
    METHODS.flatMap((method): Operation[] => {
      const operation = item[method];
      const access = operation?.['x-access'];
      if (!operation || access?.user !== 'required') return [];
      return [
        {
          id: operation.operationId,
          method: method.toUpperCase(),
          path: template.replaceAll(/\{\w+\}/g, '1'),
          isPage: operation['x-page'] === true,
          needs: access.admin ? 'portal' : (access.service ?? 'none'),
        },
      ];
    }),
  );
}

async function statuses(person: Person | null, chosen: Operation[]): Promise<Record<string, number>> {
  const asked: [string, number][] = [];
  for (const { id, method, path } of chosen) {
    asked.push([id, (await app.ask(person, { method, path })).status]);
  }
  return Object.fromEntries(asked);
}

const all = (chosen: Operation[], status: (operation: Operation) => number) =>
  Object.fromEntries(chosen.map((operation) => [operation.id, status(operation)]));

async function isUntouched(): Promise<boolean> {
  const { rows } = await app.admin.query(
    `SELECT (SELECT count(*) FROM dbadmin.audit_events) + (SELECT count(*) FROM dbadmin.jobs) AS events`,
  );
  return Number(rows[0].events) === 0;
}

test('each operation declares the permission that it needs', () => {
  expect(operations().length).toBeGreaterThan(60);
  expect(operations().filter(({ needs }) => needs === 'none')).toEqual([]);
});

test('without sign-in, pages redirect to the sign-in page and everything else returns 401', async () => {
  const chosen = operations();
  expect(await statuses(null, chosen)).toEqual(all(chosen, ({ isPage }) => (isPage ? 303 : 401)));
  expect(await isUntouched()).toBe(true);
});

test.each(LEVELS)('with the permission %s, operations that need more return 403', async (level) => {
  const chosen = operations().filter(
    ({ needs }) => needs === 'portal' || LEVELS.indexOf(needs) > LEVELS.indexOf(level),
  );
  expect(chosen.length).toBeGreaterThan(0);
  expect(await statuses(people.get(level) ?? null, chosen)).toEqual(all(chosen, () => 403));
  expect(await isUntouched()).toBe(true);
});

test.each(LEVELS.slice(1))(
  'with the permission %s, no operation that needs at most this is refused',
  async (level) => {
    const chosen = operations().filter(
      ({ needs, method }) =>
        method === 'GET' && needs !== 'portal' && LEVELS.indexOf(needs) <= LEVELS.indexOf(level),
    );
    const answers = Object.values(await statuses(people.get(level) ?? null, chosen));
    expect(answers.filter((status) => status === 401 || status === 403)).toEqual([]);
  },
);
