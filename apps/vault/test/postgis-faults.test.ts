import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { runLoad } from '../src/features/connections/load-job.ts';
import { deleteEndedLoadRequests } from '../src/features/connections/repo.ts';
import { ask, upload } from './client.ts';
import { serveCountries, startLoadVault } from './load-vault.ts';
import type { LoadVault } from './load-vault.ts';

let vault: LoadVault;

beforeAll(async () => {
  vault = await startLoadVault();
});

afterAll(() => vault.close());

test('the password is in no job, response or plain column, and is deleted when the load has ended', async () => {
  const { body } = await upload(vault.app, vault.ada, {
    file: 'countries.gpkg',
    fields: vault.fields({ spatialdb_table_name: 'quiet' }),
  });
  const jobs = await vault.app.admin.query('SELECT * FROM vault.jobs');
  expect(JSON.stringify([body, jobs.rows])).not.toContain(vault.connection.password);
  const job = await ask(vault.app, vault.ada, { path: `/api/jobs/${body.spatialdb?.job_id}` });
  expect(job.body).toMatchObject({
    status: 'succeeded',
    kind: 'postgis.load',
    summary: 'Loaded countries into PostGIS',
    page: '/datasets/countries',
  });
  expect(JSON.stringify(job.body)).not.toContain(vault.connection.password);
  const { rows } = await vault.app.admin.query('SELECT DISTINCT sealed_request FROM vault.postgis_loads');
  expect(rows).toEqual([{ sealed_request: '' }]);
});

test('POST /import-url with spatialdb_import returns 201 with the tables, and its password is sealed from the start', async () => {
  const files = await serveCountries();
  try {
    const json = {
      dataset_name: 'fetched',
      url: files.url,
      ...vault.fields({ spatialdb_table_name: 'fetched' }),
    };
    const { status, body } = await ask(vault.app, vault.ada, { path: '/import-url', method: 'POST', json });
    expect(status).toBe(201);
    expect(body).toMatchObject({ dataset: 'fetched', spatialdb: { success: true, tables: [{ rows: 241 }] } });
    expect(await vault.count('fetched')).toBe(241);
    const { rows } = await vault.app.admin.query('SELECT to_jsonb(r) AS row FROM vault.import_requests r');
    expect(JSON.stringify([rows, body])).not.toContain(vault.connection.password);
    const bad = { ...json, dataset_name: 'other', spatialdb_mode: 'truncate' };
    expect((await ask(vault.app, vault.ada, { path: '/import-url', method: 'POST', json: bad })).status).toBe(
      400,
    );
  } finally {
    files.close();
  }
});

test('an import that is cancelled while its load is queued keeps its version, reports it, and deletes the password', async () => {
  const table = vault.fields({ spatialdb_table_name: 'waiting' });
  await upload(vault.app, vault.ada, { file: 'countries.gpkg', dataset: 'first', fields: table });
  const files = await serveCountries();
  const holder = await vault.admin.connect();
  try {
    await holder.query('BEGIN; LOCK TABLE gis.waiting IN ACCESS EXCLUSIVE MODE');
    const json = { dataset_name: 'cancelled', url: files.url, ...table, spatialdb_mode: 'append' };
    const importing = ask(vault.app, vault.ada, { path: '/import-url', method: 'POST', json });
    await until('the load waits', async () => {
      const waiting = `SELECT 1 FROM pg_stat_activity WHERE usename = $1 AND wait_event_type = 'Lock'`;
      return (await vault.admin.query(waiting, [vault.connection.user])).rowCount !== 0;
    });
    const { body: jobs } = await ask(vault.app, vault.ada, { path: '/api/jobs?status=active' });
    const { id } = jobs.find(({ kind }: { kind: string }) => kind === 'import.url');
    await ask(vault.app, vault.ada, { path: `/api/jobs/${id}/cancel`, method: 'POST' });
    const { status, body } = await importing;
    expect([status, body.error]).toEqual([201, undefined]);
    expect(body).toMatchObject({
      dataset: 'cancelled',
      version: 1,
      spatialdb: { success: false, error: expect.stringMatching(/was cancelled. No rows were loaded/) },
    });
  } finally {
    holder.release(true);
    files.close();
  }
  const { rows } = await vault.app.admin.query('SELECT DISTINCT sealed_request FROM vault.postgis_loads');
  expect(rows).toEqual([{ sealed_request: '' }]);
});

test('the sweeper deletes the password of a cancelled load and keeps that of a queued one', async () => {
  const { context, admin } = vault.app;
  const { body } = await upload(vault.app, vault.ada, { file: 'countries.gpkg', dataset: 'never begun' });
  const request = { connection: vault.connection, schema: 'gis', table: 'never', mode: 'create' as const };
  const job = await context.db.transaction().execute(async (trx) => {
    const load = await context.postgis.requestLoad(trx, { versionId: body.version_id, request });
    const runAfter = new Date(Date.now() + 3600_000);
    return context.jobs.enqueue(trx, { kind: 'postgis.load', payload: { load_id: load }, runAfter });
  });
  const sealed = async () =>
    (await admin.query(`SELECT 1 FROM vault.postgis_loads WHERE sealed_request <> ''`)).rowCount;
  expect(await deleteEndedLoadRequests(context.db)).toBe(0);
  expect(await sealed()).toBe(1);
  await context.jobs.cancel(job.id);
  expect(await deleteEndedLoadRequests(context.db)).toBe(1);
  expect(await sealed()).toBe(0);
});

test('a load whose result was not saved does not run twice', async () => {
  const { postgis, db } = vault.app.context;
  const request = { connection: vault.connection, schema: 'gis', table: 'once', mode: 'create' as const };
  const { body } = await upload(vault.app, vault.ada, { file: 'countries.gpkg', dataset: 'heard' });
  const id = await postgis.requestLoad(db, { versionId: body.version_id, request });
  const again = await postgis.requestLoad(db, {
    versionId: body.version_id,
    request: { ...request, mode: 'append' },
  });
  const run = {
    job: { id: 1, fence: 1, attempts: 1, maxAttempts: 3, requestedBy: String(vault.ada.id) },
    signal: new AbortController().signal,
    progress: () => undefined,
  };
  // The second row is that of a worker that died between the commit and saving the result.
  const record = await recordOf(() => runLoad(vault.app.context, id, run), id);
  await vault.app.admin.query(
    'UPDATE vault.postgis_loads SET transaction_id = $1, tables = $2 WHERE id = $3',
    [record.transaction_id, JSON.stringify(record.tables), again],
  );
  expect(await runLoad(vault.app.context, again, run)).toMatchObject({
    success: true,
    tables: [{ rows: 241 }],
  });
  expect(await vault.count('once')).toBe(241);
});

/** The columns that a load saved before its commit. */
async function recordOf(
  work: () => Promise<unknown>,
  id: number,
): Promise<{ transaction_id: string; tables: unknown }> {
  await vault.app.admin.query(
    `CREATE TABLE vault.noted (transaction_id text, tables jsonb);
     CREATE FUNCTION vault.note() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN INSERT INTO vault.noted VALUES (NEW.transaction_id, NEW.tables); RETURN NEW; END $$;
     CREATE TRIGGER note AFTER UPDATE ON vault.postgis_loads FOR EACH ROW WHEN (NEW.id = ${id}) EXECUTE FUNCTION vault.note();
     GRANT ALL ON vault.noted TO vault`,
  );
  await work();
  return (await vault.app.admin.query('SELECT * FROM vault.noted')).rows[0];
}
