import { request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { startProxyApp, textOf } from './proxy-app.ts';
import type { ProxyApp } from './proxy-app.ts';
import { startRawEngine } from './raw-engine.ts';
import type { RawEngine } from './raw-engine.ts';

const IDLE_MS = 300;
const MIB = 1024 ** 2;
const CSV = { 'Content-Type': 'text/csv' };

let engine: RawEngine;
let app: ProxyApp;
beforeAll(async () => {
  engine = await startRawEngine();
  app = await startProxyApp({
    reports: ['plain', 'cut', 'silent', 'large', 'held'],
    env: { REPORT_ENGINE_URL: `${engine.url}/engine` },
    engineTimes: { firstByteMs: IDLE_MS, idleMs: IDLE_MS },
  });
});
afterAll(async () => {
  await app.close();
  await engine.close();
});

const queryOf = (report: string) => `_repName=${report}&_repFormat=csv`;

type Respond = (response: ServerResponse) => void;
const begin = (response: ServerResponse, headers: Record<string, string>, size: number) => {
  response.writeHead(200, headers);
  response.write(Buffer.alloc(size, 'x '));
};
const cut = (response: ServerResponse) => setTimeout(() => response.destroy(), 20);

test.each<[string, Respond]>([
  ['a document of unknown length', (response) => (begin(response, CSV, MIB), cut(response))],
  [
    'a document of known length',
    (response) => (begin(response, { ...CSV, 'Content-Length': `${2 * MIB}` }, MIB), cut(response)),
  ],
  ['HTML', (response) => (begin(response, { 'Content-Type': 'text/html' }, MIB), cut(response))],
  ['a document by silence', (response) => begin(response, CSV, MIB)],
])(
  'GET /reports/execute_report.php cuts its answer when the engine breaks off %s',
  async (_name, respond) => {
    engine.on('cut', (_request, response) => respond(response));
    const answer = await app.execute('_repName=cut&_repFormat=html');
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
    expect(await app.lastRun('cut')).toMatchObject({
      ...{ status: 'failed', error_code: 'report-mgmt.engine_broke_off' },
      error: 'The report engine broke off in the middle of the document. Try again.',
    });
  },
);

test('GET /reports/execute_report.php answers 502 when the engine is silent', async () => {
  const closed = new Promise<void>((done) =>
    engine.on('silent', (request) => request.socket.once('close', () => done())),
  );
  expect(await textOf(await app.execute(queryOf('silent')))).toMatchObject({
    ...{ status: 502, type: 'text/plain; charset=utf-8' },
    text: expect.stringMatching(/^The report engine does not answer\. .*\(request [\w-]+\)\n$/),
  });
  await closed;
});

test('GET /reports/execute_report.php answers 502 when the engine cannot be reached', async () => {
  engine.on('plain', (incoming) => incoming.socket.destroy());
  const { status, text } = await textOf(await app.execute(queryOf('plain')));
  expect({ status, text }).toEqual({
    status: 502,
    text: expect.stringMatching(/^The report engine cannot be reached\./),
  });
});

test('GET /reports/execute_report.php and GET /report_image.php are 503 without an engine', async () => {
  const other = await startProxyApp({ reports: ['plain'], env: {} });
  expect(await textOf(await other.execute(queryOf('plain')))).toMatchObject({
    ...{ status: 503, type: 'text/plain; charset=utf-8' },
    text: expect.stringMatching(/^No report engine is configured\./),
  });
  const image = `/report_image.php?_repName=plain&image=a.png&uuid=${crypto.randomUUID()}`;
  const answer = await fetch(other.url + image, { headers: { cookie: other.ada.cookie } });
  expect({ status: answer.status, text: await answer.text() }).toEqual({ status: 503, text: '' });
  await other.close();
});

/** Sends a request and reads nothing of the answer until `resume`. */
function readLater(report: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { cookie: app.ada.cookie };
    request(`${app.url}/reports/execute_report.php?${queryOf(report)}`, { headers }, resolve)
      .once('error', reject)
      .end();
  });
}

test('GET /reports/execute_report.php has the engine wait while its viewer does not read, and loses nothing', async () => {
  let written = 0;
  engine.on('large', async (_request, response) => {
    response.writeHead(200, CSV);
    for (let i = 0; i < 64; i += 1) {
      written += MIB;
      if (!response.write(Buffer.alloc(MIB, 'x'))) await once(response, 'drain');
    }
    response.end();
  });
  const answer = await readLater('large');
  // Longer than silence is allowed, and than the resolution of the client's timers.
  await delay(2_000);
  expect(written).toBeLessThan(32 * MIB);
  let bytes = 0;
  for await (const chunk of answer) bytes += (chunk as Buffer).length;
  expect(bytes).toBe(64 * MIB);
  expect(await app.lastRun('large')).toMatchObject({ status: 'succeeded', output_bytes: String(64 * MIB) });
});

test('GET /reports/execute_report.php leaves the engine when its viewer leaves in the middle', async () => {
  const closed = new Promise<void>((done) =>
    engine.on('large', (_request, response) => {
      begin(response, CSV, MIB);
      response.once('close', done);
    }),
  );
  const answer = await readLater('large');
  await once(answer, 'data');
  answer.destroy();
  await closed;
  expect(await app.lastRun('large')).toMatchObject({
    ...{ status: 'cancelled', error_code: 'report-mgmt.viewer_left' },
  });
});

test('POST /api/v1/executions/{id}/cancel ends a run that somebody is viewing', async () => {
  const closed = new Promise<void>((done) =>
    engine.on('large', (_request, response) => {
      begin(response, CSV, MIB);
      const beat = setInterval(() => response.write('x'), IDLE_MS / 3);
      response.once('close', () => (clearInterval(beat), done()));
    }),
  );
  const answer = await app.execute(queryOf('large'));
  const { rows } = await app.admin.query(
    `SELECT id FROM report_mgmt.executions WHERE report_key = 'large' AND status = 'running'`,
  );
  expect(rows).toHaveLength(1);
  const path = `/api/v1/executions/${rows[0].id}/cancel`;
  expect((await app.ask(app.eve, { path, method: 'POST' })).status).toBe(403);
  expect((await app.ask(app.ada, { path, method: 'POST' })).body).toMatchObject({ status: 'cancelled' });
  await expect(answer.text()).rejects.toThrow('terminated');
  await closed;
  expect(await app.lastRun('large')).toMatchObject({ status: 'cancelled', error: 'The run was cancelled.' });
});

test('GET /reports/execute_report.php makes two runs of visitors from one address at once, and users do not wait for them', async () => {
  const held: ServerResponse[] = [];
  engine.on('held', (_request, response) => {
    begin(response, CSV, 1);
    // Below the time after which silence is a cut.
    const beat = setInterval(() => response.write('x'), IDLE_MS / 3);
    response.once('close', () => clearInterval(beat));
    held.push(response);
  });
  const runs = [1, 2, 3].map(() => app.execute(queryOf('held'), null));
  await until('two visitors are served', () => held.length === 2);
  const user = await app.execute(queryOf('held'), app.ada);
  expect({ status: user.status, held: held.length }).toEqual({ status: 200, held: 3 });
  held[2]!.end();
  held[0]!.end();
  await until('the third visitor is served', () => held.length === 4);
  for (const response of held) response.end();
  const texts = await Promise.all(runs.map(async (run) => (await run).text()));
  expect(texts.map((text) => text.length > 0)).toEqual([true, true, true]);
  await user.text();
});
