import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { testProjects } from './test-projects.ts';
import { addLocalPerson } from './local-people.ts';
import { listOperations, sendOperation } from './operations.ts';
import type { Audience, TestOperation } from './operations.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

type Mode = 'central' | 'local' | 'oidc';
const CALLERS = ['nobody', 'user', 'owner', 'administrator'] as const;
type Caller = (typeof CALLERS)[number];

const LOGIN = {
  central: '/sign-in?from=field',
  local: '/field-sync/login.php',
  oidc: '/field-sync/auth/oidc/login.php',
};
const ENVIRONMENT: Record<Mode, Record<string, string>> = {
  central: { SYNC_AUTH_MODE: 'central', CENTRAL_LOGIN_URL: LOGIN.central },
  local: { SYNC_AUTH_MODE: 'local' },
  oidc: {
    // Nobody answers there; these people have signed in before.
    ...{ SYNC_AUTH_MODE: 'oidc', SYNC_OIDC_ISSUER: 'http://127.0.0.1:9', SYNC_OIDC_CLIENT_ID: 'field-sync' },
    ...{
      SYNC_OIDC_CLIENT_SECRET: 'f0Yc1dK2u9sTqLr7',
      SYNC_OIDC_REDIRECT_URI: 'https://a.example/auth/oidc/callback.php',
    },
  },
};
/** The platform lets administrators in alone, whatever they own. */
const ALLOWED: Record<Audience, readonly Caller[]> = {
  anyone: CALLERS,
  'signed-in': ['user', 'owner', 'administrator'],
  owner: ['owner', 'administrator'],
  admin: ['administrator'],
};

/** The first project of a new database. */
const PROJECT_ID = 1;
const { operations, missing } = listOperations(PROJECT_ID);

test('each operation of the contract, and each variant, has a row here', () => {
  expect(missing).toEqual([]);
});

/** What those get who may not do something, in the form of the mode. */
function refusal(mode: Mode, caller: Caller, { route, audience, query }: TestOperation): RegExp | string {
  const isAction = route.operation['x-errors'] === 'action';
  const isApi = route.path.startsWith('/api/');
  if (mode === 'central' && caller !== 'nobody')
    return isApi || isAction ? /^403 / : /^403 .*Only administrators can do this/s;
  if (isApi) return caller === 'nobody' ? /^401 / : /^403 /;
  if (mode === 'central') {
    const path = route.path + (query ? `?${query}` : '');
    const next = route.method === 'GET' ? `/field-sync${path}` : '/field-sync/index.php';
    return `303 ${LOGIN.central}&next=${encodeURIComponent(next)} `;
  }
  if (isAction) return /^200 .*"success":false,"message":"[^"]*(sign in|Sign in|Only administrators)/s;
  // Whose project it is is known to the operation alone.
  if (caller === 'user' && audience === 'owner')
    return route.operation['x-errors'] === 'text' ? /^200  Access denied/ : /^403 .*belongs to someone else/s;
  if (route.path.startsWith('/admin/action/')) return /^403 /;
  return caller === 'nobody' ? new RegExp(`^302 ${LOGIN[mode]} `) : /^302 \/field-sync\/index\.php /;
}

describe.each<Mode>(['central', 'local', 'oidc'])('in %s mode', (mode) => {
  let app: TestFieldSync;
  let people: Record<Caller, Person | null>;
  beforeAll(async () => {
    app = await startTestFieldSync({ env: ENVIRONMENT[mode] });
    const add = (name: string, isAdmin = false): Promise<Person> =>
      mode === 'central'
        ? app.signUp({ username: name, isAdmin, service: 'admin' })
        : addLocalPerson(app, {
            ...{ name, accesslevel: isAdmin ? 'Admin' : 'User', viaProvider: mode === 'oidc' },
          });
    const owner = await add('owner');
    people = { nobody: null, user: await add('user'), owner, administrator: await add('boss', true) };
    const { id } = await testProjects(app).addProject({
      row: { owner_id: mode === 'central' ? null : owner.id },
    });
    expect(id).toBe(PROJECT_ID);
  });
  afterAll(() => app.close());

  test.each(operations.map((operation) => [operation.name, operation.audience, operation] as const))(
    '%s is for %s',
    async (_name, audience, operation) => {
      await Promise.all(
        CALLERS.map(async (caller) => {
          const isAllowed =
            ALLOWED[audience].includes(caller) &&
            (mode !== 'central' || caller === 'administrator' || audience === 'anyone');
          const expected = isAllowed ? operation.answer : refusal(mode, caller, operation);
          const { status, location, text } = await sendOperation(app.url, people[caller], operation);
          const answer = `${status} ${location} ${text.slice(0, 2_000)}`;
          expect([caller, answer]).toEqual([
            caller,
            typeof expected === 'string'
              ? expect.stringContaining(expected)
              : expect.stringMatching(expected),
          ]);
        }),
      );
    },
  );
});
