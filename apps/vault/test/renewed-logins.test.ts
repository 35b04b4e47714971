import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { adoptDatabase } from '../src/features/connections/adopt-database.ts';
import { withDestination } from '../src/features/connections/destination.ts';
import { ask } from './client.ts';
import type { Person } from './test-app.ts';
import { startVaultWithDbadmin } from './with-dbadmin.ts';
import type { VaultWithDbadmin } from './with-dbadmin.ts';

let vault: VaultWithDbadmin;
let ada: Person;
let gis: number;

beforeAll(async () => {
  vault = await startVaultWithDbadmin();
  ada = await vault.app.signUp({ username: 'ada' });
  await vault.letEdit(ada);
  await vault.server.query('postgres', 'CREATE DATABASE gis');
  const path = `/api/connections/${vault.serverId}/databases`;
  gis = (await ask(vault.dbadmin, vault.admin, { path, method: 'POST', json: { name: 'gis' } })).body.id;
});
afterAll(() => vault.close());

test('a load connects although another window of the user is just getting a new password for the login', async () => {
  const { context } = vault.app;
  const signal = AbortSignal.timeout(60_000);
  const call = { requestId: 'renewed', signal };
  const job = { id: 1, fence: 1, attempts: 1, maxAttempts: 3, requestedBy: String(ada.id) };
  const run = { job, signal, progress: () => undefined };
  const actor = (await context.auth.user(ada.id))!;
  const answer = await withDestination(
    context,
    { destination: { databaseId: gis }, run },
    async ({ inSession }) => {
      // The server has the new password, and the vault has not saved it yet.
      await context.dbadmin.login(call, { databaseId: gis, userId: ada.id });
      const session = inSession((client) => client.query('SELECT 7 AS answer'));
      const [{ rows }] = await Promise.all([
        session,
        adoptDatabase(context, actor, { call, databaseId: gis, name: '' }),
      ]);
      return rows;
    },
  );
  expect(answer).toEqual([{ answer: 7 }]);
});
