import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { listOf, PLACES, startReports } from './reports-app.ts';
import type { ReportsApp } from './reports-app.ts';

/** Views reports, and no datasource. */
let viewer: Person;
/** Edits reports, and views no datasource. */
let editor: Person;
let app: ReportsApp;
beforeAll(async () => {
  app = await startReports();
  viewer = await app.signUp({ username: 'viewer', service: 'view' });
  editor = await app.signUp({ username: 'editor', service: 'edit' });
  await app.ask(app.root, {
    path: '/api/v1/datasources',
    method: 'POST',
    json: { key: 'other', title: 'Other data', ...(await loginOfSample()) },
  });
  await create('mapped', MAPPED);
  await share('places');
});
afterAll(() => app.close());

const MAP = {
  id: 'm',
  kind: 'map',
  x: 0,
  y: 0,
  width: 200,
  height: 200,
  alt: 'Places',
  geometry: '$F{geom}',
};
const placesTable = listOf({ name: 'places', table: { schema: 'shop', table: 'places' } });
const MAPPED = { ...placesTable, bands: { ...placesTable.bands, title: { height: 200, elements: [MAP] } } };

async function loginOfSample() {
  const { host, port, database, readerUser: username, readerPassword: password } = app.sample;
  return { host, port, database, username, password, sslmode: 'disable' };
}

async function share(key: string): Promise<void> {
  await app.grant({ to: viewer, on: key, permission: 'view', resourceType: 'report' });
  await app.grant({ to: editor, on: key, permission: 'edit', resourceType: 'report' });
}

async function create(key: string, template: object, more: object = {}): Promise<void> {
  const json = { key, title: key, datasource: 'sample', template, ...more };
  const created = await app.ask(app.root, { path: '/api/v1/reports', method: 'POST', json });
  if (created.status !== 201) throw new Error(JSON.stringify(created.body));
  await share(key);
}

const execute = (person: Person | null, query: string) =>
  fetch(`${app.url}/reports/execute?${query}`, person ? { headers: { Cookie: person.cookie } } : {});

describe('a person who may view a report and not its datasource', () => {
  test('GET /reports/execute runs the report', async () => {
    const answer = await execute(viewer, '_repName=places&_repFormat=csv&country=Japan');
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('Tokyo');
  });

  test('GET /reports/execute with Prefer: respond-async runs the report in a job', async () => {
    const worker = app.work();
    const queued = await fetch(`${app.url}/reports/execute?_repName=places&_repFormat=csv`, {
      headers: { Cookie: viewer.cookie, Prefer: 'respond-async' },
    });
    const { execution_id: id, job_id: job } = (await queued.json()) as Record<string, string>;
    await app.context.jobs.finished(Number(job));
    await worker.stop();
    const { body } = await app.ask<any>(viewer, { path: `/api/v1/executions/${id}` });
    expect(body).toMatchObject({ status: 'succeeded', rows: expect.any(Number) });
  });

  test('GET /api/v1/reports/{key}/config and the look-ups of parameters answer', async () => {
    expect((await app.ask(viewer, { path: '/api/v1/reports/places/config' })).status).toBe(200);
    const lookup = '/api/v1/reports/places/parameters';
    const countries = await app.ask<any>(viewer, { path: `${lookup}/country/lookup?q=jap` });
    expect(countries.body.options).toEqual([{ label: 'Japan', value: 'Japan' }]);
    const places = await app.ask<any>(viewer, {
      ...{ path: `${lookup}/place/lookup`, method: 'POST' },
      json: { params: { country: ['Japan'] } },
    });
    expect(places.body.options).toContainEqual({ label: 'Tokyo', value: 'Tokyo' });
  });

  test('GET /api/v1/map/{key}/extent answers', async () => {
    const { status, body } = await app.ask<any>(viewer, { path: '/api/v1/map/mapped/extent' });
    expect({ status, body }).toMatchObject({ status: 200, body: { crosses_antimeridian: true } });
  });

  test('POST /api/v1/explorer/report-query and report-table are 404: exploring needs the datasource', async () => {
    const query = { path: '/api/v1/explorer/report-query', method: 'POST', json: { report: 'mapped' } };
    expect((await app.ask(viewer, query)).status).toBe(404);
    const table = { path: '/api/v1/explorer/report-table', method: 'POST', json: { report: 'mapped' } };
    expect((await app.ask(viewer, table)).status).toBe(404);
    expect((await app.ask(app.ada, { path: '/api/v1/map/mapped/extent' })).status).toBe(403);
    expect((await app.query(viewer, { datasource: 'sample', schema: 'shop', table: 'places' })).status).toBe(
      404,
    );
  });

  test('GET /reports/execute is 404 for another datasource that the report allows', async () => {
    await create('moving', PLACES, { allowed_datasources: ['other'] });
    expect((await execute(viewer, '_repName=moving&_repFormat=csv')).status).toBe(200);
    expect((await execute(viewer, '_repName=moving&_repFormat=csv&_dataSource=other')).status).toBe(404);
    await app.grant({ to: viewer, on: 'other', permission: 'view', resourceType: 'datasource' });
    expect((await execute(viewer, '_repName=moving&_repFormat=csv&_dataSource=other')).status).toBe(200);
  });

  test('GET /reports/execute is 403 for a report that includes one that the person may not view', async () => {
    await app.createReport('closed', PLACES);
    const part = { id: 'part', kind: 'subreport', x: 0, y: 0, width: 300, height: 50, report: 'closed' };
    await create('including', {
      ...PLACES,
      bands: { ...PLACES.bands, title: { height: 50, elements: [part] } },
    });
    expect((await execute(viewer, '_repName=including&_repFormat=csv')).status).toBe(403);
  });
});

test('GET /reports/execute runs a public report for visitors, with its look-ups, and no other report', async () => {
  await app.admin.query(`INSERT INTO portal.permissions (resource_id, group_id, permission)
    SELECT r.id, g.id, 'view' FROM portal.resources r, portal.groups g WHERE g.kind = 'public'
      AND (r.resource_type, r.resource_key) IN (('service', 'report-server'), ('report', 'places'))`);
  const answer = await execute(null, '_repName=places&_repFormat=csv&country=Japan');
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('Tokyo');
  const lookup = '/api/v1/reports/places/parameters/country/lookup?q=jap';
  expect((await app.ask<any>(null, { path: lookup })).body.options).toHaveLength(1);
  expect((await execute(null, '_repName=mapped&_repFormat=csv')).status).toBe(403);
});

test('GET /reports/execute is 404 while the datasource of the report is switched off', async () => {
  const path = '/api/v1/datasources/sample';
  const { body } = await app.ask<any>(app.root, { path });
  const put = async (enabled: boolean) => {
    const { revision } = (await app.ask<any>(app.root, { path })).body;
    const json = { title: body.title, ...(await loginOfSample()), revision, enabled };
    expect((await app.ask(app.root, { path, method: 'PUT', json })).status).toBe(200);
  };
  await put(false);
  expect((await execute(viewer, '_repName=places&_repFormat=csv')).status).toBe(404);
  await put(true);
  expect((await execute(viewer, '_repName=places&_repFormat=csv')).status).toBe(200);
});

describe('a person who may edit a report and not view its datasource', () => {
  const read = async () =>
    (await app.ask<any>(editor, { path: '/api/v1/reports/edited' })).body as { version: number };
  const put = async (json: object) =>
    app.ask<any>(editor, {
      ...{ path: '/api/v1/reports/edited', method: 'PUT' },
      json: { revision: (await read()).version, ...json },
    });
  const stolen = listOf({ name: 'a', sql: 'SELECT pin AS name FROM shop.mine' });
  beforeAll(() => create('edited', PLACES, { allowed_datasources: ['other'] }));

  test('PUT /api/v1/reports/{key} is 403 for another template or engine, which nobody runs afterwards', async () => {
    expect(await put({ template: stolen })).toMatchObject({
      status: 403,
      body: { code: 'report-server.template_closed' },
    });
    expect((await put({ engine: 'external', allowed_datasources: [] })).status).toBe(403);
    expect(await read()).toMatchObject({ version: 1, engine: 'native' });
  });

  test('PUT /api/v1/reports/{key} takes a title, and the template that the report has', async () => {
    expect(await put({ title: 'Renamed', template: PLACES })).toMatchObject({
      status: 200,
      body: { title: 'Renamed', version: 1 },
    });
  });

  test('PUT /api/v1/reports/{key} is 403 for a version that the report had before', async () => {
    const json = { revision: 1, template: { ...PLACES, title: 'Second' } };
    const second = await app.ask(app.root, { path: '/api/v1/reports/edited', method: 'PUT', json });
    expect(second.body).toMatchObject({ version: 2 });
    expect((await put({ template: PLACES })).status).toBe(403);
  });

  test('PUT /api/v1/reports/{key} is 400 for an allowed datasource as the own one', async () => {
    expect(await put({ datasource: 'other' })).toMatchObject({
      status: 400,
      body: { code: 'report-server.no_such_datasource' },
    });
    expect((await put({ datasource: null })).status).toBe(200);
  });

  test('POST /api/v1/reports/preview is 404', async () => {
    const json = { template: stolen, datasource: 'sample' };
    expect((await app.ask(editor, { path: '/api/v1/reports/preview', method: 'POST', json })).status).toBe(
      404,
    );
  });
});

test('GET /reports/execute applies the row policies of a person who reads a datasource through a report, and refuses SQL beside them', async () => {
  await create('limited', listOf({ name: 'places', table: { schema: 'public', table: 'populated_places' } }));
  const policy = await app.ask(app.root, {
    path: '/api/v1/datasources/sample/row-policies',
    method: 'POST',
    json: {
      ...{ schema: 'public', table: 'populated_places', group_id: null },
      filter: { column: 'country', op: 'eq', value: 'Japan' },
    },
  });
  expect(policy.status).toBe(201);
  const text = await (await execute(viewer, '_repName=limited&_repFormat=csv')).text();
  expect(text).toContain('Tokyo');
  expect(text).not.toContain('Mumbai');
  expect((await execute(viewer, '_repName=places&_repFormat=csv')).status).toBe(403);
  const lookup = '/api/v1/reports/places/parameters/country/lookup';
  expect((await app.ask(viewer, { path: lookup })).status).toBe(403);
});
