import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { everythingStored, secretsIn } from '@cairn/testing';
import { createTokenStore } from '../src/features/providers/token-repo.ts';
import type { ServerLogin } from '../src/features/providers/token-repo.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

let app: TestFieldSync;
beforeAll(async () => {
  app = await startTestFieldSync();
});
afterAll(() => app.close());

async function createServer(name: string): Promise<ServerLogin> {
  const login = { url: 'https://field.example.org', username: 'surveyor', sealedPassword: `sealed-${name}` };
  const { db } = app.context;
  const { id } = await db
    .insertInto('servers')
    .values({
      name,
      type: 'field',
      url: login.url,
      username: login.username,
      sealed_password: login.sealedPassword,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, ...login };
}

const expiresAt = new Date('2030-01-01T00:00:00Z');

test('a token is kept for other processes, and never readable in the database', async () => {
  const login = await createServer('kept');
  await createTokenStore(app.context, login).save({ token: 'planted-token-7f3a', expiresAt });
  expect(await createTokenStore(app.context, login).read()).toEqual({
    issued: { token: 'planted-token-7f3a', expiresAt },
    problem: null,
  });
  const stored = await everythingStored(app, { schemas: ['field_sync'], processes: [] });
  expect(secretsIn(stored, { login: login.url, token: 'planted-token-7f3a' })).toEqual(['login']);
});

test('a token of one server cannot be opened as that of another', async () => {
  const [one, other] = [await createServer('one'), await createServer('other')];
  await createTokenStore(app.context, one).save({ token: 'of one', expiresAt });
  const { sealed_token } = await app.context.db
    .selectFrom('servers')
    .select('sealed_token')
    .where('id', '=', one.id)
    .executeTakeFirstOrThrow();
  await app.context.db.updateTable('servers').set({ sealed_token }).where('id', '=', other.id).execute();
  expect(await createTokenStore(app.context, other).read()).toEqual({ issued: null, problem: null });
});

test('a wrong password stops the server, and its token is gone', async () => {
  const login = await createServer('stopped');
  const store = createTokenStore(app.context, login);
  await store.save({ token: 'old', expiresAt });
  await store.stop('The login is wrong.');
  expect(await store.read()).toEqual({ issued: null, problem: 'The login is wrong.' });
});

test('a sign-in that began before the server was edited changes nothing of it', async () => {
  const login = await createServer('edited');
  const store = createTokenStore(app.context, login);
  await app.context.db
    .updateTable('servers')
    .set({ sealed_password: 'another' })
    .where('id', '=', login.id)
    .execute();
  await store.save({ token: 'of the old password', expiresAt });
  await store.stop('The old login is wrong.');
  expect(await store.read()).toEqual({ issued: null, problem: null });
});
