import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { currentPerson, unprocessable } from '@cairn/service';
import type { Person } from '@cairn/testing';
import { asService } from './report-mgmt-app.ts';
import { listOf, startReports } from './reports-app.ts';
import type { ReportsApp } from './reports-app.ts';

let app: ReportsApp;
beforeAll(async () => {
  app = await startReports();
});
afterAll(() => app.close());

const run = (person: Person | null, query: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/internal/reports/execute?${query}`, { headers: { ...asService(person), ...headers } });

const executionOf = async (answer: Response) =>
  (
    await app.ask(null, {
      path: `/internal/executions/${answer.headers.get('x-execution-id')}`,
      headers: asService(),
    })
  ).body;

/** A report of one picture, which is too large to be part of a page by itself. */
async function createPicture(key: string): Promise<void> {
  const noise = { create: { width: 90, height: 90, channels: 3 as const, background: 'white' } };
  const random = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const png = await sharp({ create: { ...noise.create, noise: random } })
    .png()
    .toBuffer();
  const data = `data:image/png;base64,${png.toString('base64')}`;
  const image = { id: 'i', kind: 'image', x: 0, y: 0, width: 90, height: 90, source: { data } };
  const template = listOf({ name: 'one', sql: `SELECT 'x' AS name` });
  await app.createReport(key, {
    ...template,
    bands: { ...template.bands, title: { height: 90, elements: [image] } },
  });
}

test('GET /internal/reports/execute runs a report with the rights of the person whom X-On-Behalf-Of names', async () => {
  const answer = await run(app.ada, '_repName=Places&_repFormat=csv&country=Japan&unknown=1');
  expect({
    status: answer.status,
    type: answer.headers.get('content-type'),
    ignored: answer.headers.get('x-ignored-parameters'),
    name: answer.headers.get('content-disposition'),
  }).toEqual({
    status: 200,
    type: 'text/csv; charset=utf-8',
    ignored: 'unknown',
    name: 'attachment; filename=Places.csv',
  });
  expect(await answer.text()).toContain('Tokyo');
  expect(await executionOf(answer)).toMatchObject({
    ...{ report: 'places', status: 'succeeded', via: 'service', requested_by: 'ada', format: 'csv' },
    parameters: { country: ['Japan'] },
  });
  const own = await app.ask<any>(app.ada, { path: '/api/v1/executions?report=places' });
  expect(own.body.executions[0]).toMatchObject({ via: 'service', requested_by: 'ada' });

  for (const [person, status, text] of [
    [app.eve, 403, /may not view the report/],
    [null, 403, /may not view the report/],
    [{ ...app.eve, id: 999_999 }, 403, /no longer has an account/],
  ] as const) {
    const refused = await run(person, '_repName=places');
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      status,
      'text/plain; charset=utf-8',
    ]);
    expect(await refused.text()).toMatch(text);
  }
});

test('GET /internal/reports/execute is 403 for a person who was disabled, 400 for what is no id, and 401 to people', async () => {
  const zoe = await app.signUp({ username: 'zoe', service: 'view' });
  await app.grant({ to: zoe, on: 'places', permission: 'view', resourceType: 'report' });
  await app.grant({ to: zoe, on: 'sample', permission: 'view', resourceType: 'datasource' });
  expect((await run(zoe, '_repName=places&_repFormat=csv')).status).toBe(200);
  await app.admin.query('UPDATE portal.users SET enabled = false WHERE id = $1', [zoe.id]);
  expect((await run(zoe, '_repName=places&_repFormat=csv')).status).toBe(403);
  for (const id of ['ada', '0', '-1', '1.5', '99999999999']) {
    const headers = { 'x-on-behalf-of': id };
    expect([id, (await run(null, '_repName=places', headers)).status]).toEqual([id, 400]);
  }
  const path = `/internal/reports/execute?_repName=places`;
  expect((await app.ask(app.root, { path })).status).toBe(401);
  expect((await app.ask(null, { path, headers: { 'x-on-behalf-of': String(app.root.id) } })).status).toBe(
    401,
  );
});

test.each([
  ['an unknown report', '_repName=nothing', 404],
  ['an unknown format', '_repName=places&_repFormat=docm', 400],
  ['a value beside the options', '_repName=places&country=Atlantis', 400],
  ['another datasource', '_repName=places&_dataSource=other', 403],
])('GET /internal/reports/execute refuses %s as /reports/execute does', async (_name, query, status) => {
  const [internal, open] = [await run(app.ada, query), await app.execute(query)];
  expect(internal.status).toBe(status);
  expect(await internal.text()).toBe(await open.text());
});

test('POST /internal/reports/execute takes long lists of parameters in a form', async () => {
  const countries = [...(await app.source.query('SELECT DISTINCT country FROM populated_places')).rows].map(
    ({ country }) => country as string,
  );
  const form = new URLSearchParams({ _repName: 'places', _repFormat: 'csv' });
  for (const country of countries) form.append('country', country);
  const answer = await fetch(`${app.url}/internal/reports/execute`, {
    method: 'POST',
    body: form,
    headers: asService(app.ada),
  });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe(await (await app.execute('_repName=places&_repFormat=csv')).text());
});

test('GET /internal/reports/execute with _pictures=inline holds the pictures of HTML, and GET /internal/reports/image has the others for the person of the run only', async () => {
  await createPicture('pictured');
  const html = async (person: Person | null, query = '') =>
    (await run(person, `_repName=pictured&_repFormat=html${query}`)).text();
  const inline = await html(app.ada, '&_pictures=inline');
  expect(inline).toContain('data:image/png;base64,');
  expect(inline).not.toContain('report_image');

  const [, image = '', uuid = ''] =
    /report_image\?image=([^&"]+)&(?:amp;)?uuid=([0-9a-f-]+)/.exec(await html(app.ada)) ?? [];
  const picture = (person: Person | null) =>
    fetch(`${app.url}/internal/reports/image?image=${image}&uuid=${uuid}`, { headers: asService(person) });
  const found = await picture(app.ada);
  expect([found.status, found.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(
    Buffer.from(await found.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  for (const other of [app.root, app.eve, null]) expect((await picture(other)).status).toBe(404);
  expect((await run(app.ada, '_repName=pictured&_pictures=large')).status).toBe(400);

  await app.admin.query(`INSERT INTO portal.permissions (resource_id, group_id, permission)
    SELECT r.id, g.id, 'view' FROM portal.resources r, portal.groups g
     WHERE g.kind = 'public' AND r.resource_type = 'report' AND r.resource_key = 'pictured'`);
  const forVisitor = await html(null);
  expect(forVisitor).toContain('data:image/png;base64,');
  expect(forVisitor).not.toContain('report_image');
});

test('GET /internal/executions/{id} has the figures of a run as soon as its document was read to its end', async () => {
  // The row takes a moment to write: longer than the last bytes take to arrive.
  await app.admin.query(`CREATE FUNCTION report_server.write_slowly() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_sleep(0.3); RETURN NEW; END $$`);
  await app.admin.query(`CREATE TRIGGER write_slowly BEFORE UPDATE ON report_server.executions
    FOR EACH ROW EXECUTE FUNCTION report_server.write_slowly()`);
  try {
    for (const format of ['csv', 'pdf']) {
      const answer = await run(app.ada, `_repName=places&_repFormat=${format}&country=Japan`);
      const bytes = (await answer.arrayBuffer()).byteLength;
      expect(await executionOf(answer)).toMatchObject({
        ...{ status: 'succeeded', bytes, warnings: [], error: null },
        ...{ rows: expect.any(Number), db_ms: expect.any(Number), render_ms: expect.any(Number) },
        ...{ queued_ms: expect.any(Number), pages: format === 'pdf' ? 1 : null },
      });
    }
  } finally {
    await app.admin.query('DROP TRIGGER write_slowly ON report_server.executions');
  }
});

test('GET /internal/executions/{id} is 404 for a run that no service started, and 401 to people', async () => {
  const answer = await app.execute('_repName=places&_repFormat=csv&country=Japan');
  await answer.text();
  const path = `/internal/executions/${answer.headers.get('x-execution-id')}`;
  expect((await app.ask(null, { path, headers: asService(app.ada) })).status).toBe(404);
  expect((await app.ask(app.ada, { path })).status).toBe(401);
});

test('GET /internal/reports/execute waits for places that are apart from those of the browser, for each person, each visitor of X-Visitor and all other visitors', async () => {
  const original = app.context.executions.run;
  const persons: ReturnType<typeof currentPerson>[] = [];
  app.context.executions.run = () => {
    persons.push(currentPerson());
    return Promise.reject(unprocessable('test.stopped', 'Stopped.'));
  };
  try {
    const query = '_repName=places';
    for (const person of [app.ada, app.ada, app.root, null, null]) await run(person, query);
    for (const visitor of ['x', 'a'.repeat(32), 'a'.repeat(32), 'b'.repeat(32)])
      await run(null, query, { 'x-visitor': visitor });
    await run(app.ada, query, { 'x-visitor': 'a'.repeat(32) });
    await app.execute(query);
  } finally {
    app.context.executions.run = original;
  }
  const names = persons.map((person) => person?.name);
  const [ada, again, root, visitor, other, malformed, anna, anna2, bert, ada3, browser] = names;
  expect([again, other, malformed, anna2, ada3]).toEqual([ada, visitor, visitor, anna, ada]);
  expect(new Set([ada, root, visitor, anna, bert, browser]).size).toBe(6);
  expect(persons.map((person) => person?.isVisitor)).toEqual([
    ...[false, false, false],
    ...Array(6).fill(true),
    ...[false, false],
  ]);
});

test.each(['html', 'docx'])(
  'GET /internal/reports/execute draws land and borders below the maps of %s',
  async (format) => {
    const map = { id: 'm', kind: 'map', x: 0, y: 0, width: 300, height: 200, dataset: 'shape' };
    const template = listOf({ name: 'one', sql: `SELECT 'x' AS name` });
    const shape = { name: 'shape', sql: 'SELECT geom FROM populated_places LIMIT 3' };
    const sizes: number[] = [];
    for (const basemap of [true, false]) {
      const key = `map-${format}-${basemap}`;
      await app.createReport(key, {
        ...template,
        datasets: [...template.datasets, shape],
        bands: {
          ...template.bands,
          title: { height: 200, elements: [{ ...map, geometry: '$F{geom}', basemap }] },
        },
      });
      const answer = await run(app.ada, `_repName=${key}&_repFormat=${format}&_pictures=inline`);
      sizes.push((await answer.arrayBuffer()).byteLength);
    }
    expect(sizes[0]).toBeGreaterThan(2 * sizes[1]!);
  },
);
