import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createFairSemaphore, unprocessable } from '@cairn/service';
import { renderOutOfMemory, renderTooLong } from '../src/features/executions/errors.ts';
import { PLACES, listOf, startReports } from './reports-app.ts';
import type { ReportsApp } from './reports-app.ts';

let app: ReportsApp;
beforeAll(async () => {
  app = await startReports();
});
afterAll(() => app.close());

test.each([
  ['an unknown report', '_repName=nothing', 404, /There is no report "nothing"/],
  ['a path as its name', '_repName=../x', 400, /letters, digits/],
  ['an unknown format', '_repName=places&_repFormat=docm', 400, /^Unsupported export format\.\n$/],
  ['a line break in the file name', '_repName=places&_outFilename=a%0d%0aX:', 400, /no line breaks/],
  ['a folder of a server', '_repName=places&SUBREPORT_DIR=/etc', 400, /"SUBREPORT_DIR" is not accepted/],
  ['a text for a number', '_repName=places&min_pop=many', 400, /min_pop/],
  ['two values for one', '_repName=places&min_pop=1&min_pop=2', 400, /min_pop/],
  [
    'a value beside the options',
    "_repName=places&country=' OR 1=1--",
    400,
    /not among the options of country/,
  ],
  ['another datasource', '_repName=places&_dataSource=other', 403, /cannot be run on the datasource "other"/],
  ['an unknown time zone', '_repName=places&_repTimeZone=Mars/X', 400, /is not a time zone/],
])('GET /reports/execute refuses %s in one line', async (_name, query, status, message) => {
  const answer = await app.execute(query);
  const text = await answer.text();
  expect({ status: answer.status, type: answer.headers.get('content-type') }).toEqual({
    status,
    type: 'text/plain; charset=utf-8',
  });
  expect(text).toMatch(message);
  expect(text.trim().split('\n')).toHaveLength(1);
});

const busy = createFairSemaphore({
  ...{ limit: 1, perPerson: 1, maxWaiting: 0, maxWaitingPerPerson: 0 },
  busy: { code: 'report-server.runs_busy', message: 'Too many reports are running. Try again in a moment.' },
});
const waitForPlace = async () => {
  const held = Promise.withResolvers<void>();
  const first = busy.run(() => held.promise);
  await busy.run(() => Promise.resolve()).finally(() => held.resolve());
  await first;
};
test.each<[string, () => Promise<void>, number, RegExp]>([
  [
    'more rows than a run may have',
    async () => {
      throw unprocessable(
        'report-engine.too_many_rows',
        'The report has more than 1000000 rows. Narrow its parameters, or ask for an export of the data instead.',
      );
    },
    422,
    /^The report has more than 1000000 rows\./,
  ],
  ['too little memory', () => Promise.reject(renderOutOfMemory()), 422, /^The report needs more memory/],
  ['too many runs', waitForPlace, 503, /^Too many reports are running\./],
  [
    'a run of more than 10 minutes',
    () => Promise.reject(renderTooLong(600_000)),
    504,
    /longer than 10 minutes/,
  ],
  ['a failure of our own', () => Promise.reject(new Error('secret detail')), 500, /^(?!.*secret)/],
])('GET /reports/execute answers %s in one line', async (_name, run, status, message) => {
  const original = app.context.executions.run;
  app.context.executions.run = run;
  try {
    const answer = await app.execute('_repName=places&_repFormat=csv');
    const text = await answer.text();
    expect({ status: answer.status, type: answer.headers.get('content-type') }).toEqual({
      status,
      type: 'text/plain; charset=utf-8',
    });
    expect(text).toMatch(message);
    expect(text.trim().split('\n')).toHaveLength(1);
    expect(answer.headers.has('retry-after')).toBe(status === 503);
  } finally {
    app.context.executions.run = original;
  }
});

test('GET /reports/execute is 403 for SQL where the login may call functions that reach other servers, and calls none', async () => {
  let reached = 0;
  const canary = createServer((socket) => {
    reached += 1;
    socket.destroy();
  });
  await new Promise<void>((done) => canary.listen(0, '127.0.0.1', done));
  const { port } = canary.address() as AddressInfo;
  const address = `host=127.0.0.1 port=${port} user=a password=b dbname=c`;
  const sql = `SELECT * FROM dblink('${address}', 'SELECT 1') AS t (name int)`;
  await app.createReport('dialling', listOf({ name: 'a', sql }));
  const run = async () => {
    const answer = await app.execute('_repName=dialling&_repFormat=csv');
    return [answer.status, await answer.text()] as const;
  };
  await app.source.query('CREATE EXTENSION dblink');
  expect(await run()).toEqual([403, expect.stringContaining('functions of the extension dblink')]);
  await app.source.query('REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC');
  expect(await run()).toEqual([403, expect.stringContaining('may not use')]);
  await app.source.query('GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO PUBLIC; DROP EXTENSION dblink');
  await new Promise((done) => canary.close(done));
  expect(reached).toBe(0);
});

test('GET /reports/execute is 403 for a report that the caller may not view, and 401 or 403 for visitors', async () => {
  const asEve = await fetch(`${app.url}/reports/execute?_repName=places`, {
    headers: { Cookie: app.eve.cookie },
  });
  expect(asEve.status).toBe(403);
  expect([401, 403]).toContain((await fetch(`${app.url}/reports/execute?_repName=places`)).status);
});

test('a report with SQL, its look-ups and its preview are refused where row policies concern the caller, and one of a table takes them', async () => {
  const policy = await app.ask(app.root, {
    path: '/api/v1/datasources/sample/row-policies',
    method: 'POST',
    json: {
      schema: 'public',
      table: 'populated_places',
      group_id: null,
      filter: { column: 'country', op: 'eq', value: 'Japan' },
    },
  });
  expect(policy.status).toBe(201);
  const refused = await app.execute('_repName=places&_repFormat=csv');
  expect({ status: refused.status, text: await refused.text() }).toMatchObject({
    status: 403,
    text: expect.stringContaining('row policies'),
  });
  const table = {
    ...PLACES,
    parameters: [],
    datasets: [
      {
        name: 'places',
        table: { schema: 'public', table: 'populated_places' },
        order: [{ column: 'population', dir: 'desc' }],
      },
    ],
  };
  await app.createReport('limited', table);
  const text = await (await app.execute('_repName=limited&_repFormat=csv')).text();
  expect(text).toContain('Tokyo');
  expect(text).not.toContain('India');

  const lookup = '/api/v1/reports/places/parameters/country/lookup';
  expect(await app.ask(app.ada, { path: lookup })).toMatchObject({
    status: 403,
    body: { code: 'report-server.sql_beside_policies' },
  });
  expect(await app.ask(app.ada, { path: lookup, method: 'POST', json: { params: {} } })).toMatchObject({
    status: 403,
  });
  const queued = await app.execute('_repName=places&_repFormat=csv', { Prefer: 'respond-async' });
  expect(queued.status).toBe(403);
  const bo = await app.signUp({ username: 'bo', service: 'edit' });
  await app.grant({ to: bo, on: 'sample', permission: 'view', resourceType: 'datasource' });
  const preview = { template: PLACES, datasource: 'sample' };
  expect(await app.ask(bo, { path: '/api/v1/reports/preview', method: 'POST', json: preview })).toMatchObject(
    { status: 403 },
  );
  // Of a table alone, an administrator sees all.
  const whole = await fetch(`${app.url}/reports/execute?_repName=limited&_repFormat=csv`, {
    headers: { Cookie: app.root.cookie },
  });
  expect(await whole.text()).toContain('India');
});
