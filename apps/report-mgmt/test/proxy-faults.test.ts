import { request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startService, until } from '@cairn/testing';
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
    reports: ['plain', 'cut', 'silent', 'large', 'held', 'page'],
    env: { REPORT_ENGINE_URL: engineUrl() },
    engineTimes: { firstByteMs: IDLE_MS, idleMs: IDLE_MS },
  });
  engine.on('plain', (_request, response) => response.writeHead(200, CSV).end('a,b'));
});
afterAll(async () => {
  await app.close();
  await engine.close();
});

/** An address that holds a secret of the operator. */
const engineUrl = () => `${engine.url}/engine/run?key=planted-secret`;
const queryOf = (report: string) => `_repName=${report}&_repFormat=csv`;
const countRequests = () => engine.requests.length;

test.each([
  ['no report', '', 400, 'Invalid report.'],
  ['a report that cannot be', '_repName=../plain', 400, 'Invalid report.'],
  ['an unknown format', '_repName=plain&_repFormat=exe', 400, 'Unsupported export format.'],
  [
    'a file name with a header',
    '_repName=plain&_outFilename=a%0d%0aX-Own:1',
    400,
    'A file name has no line breaks',
  ],
  ['a missing report', '_repName=missing', 404, 'Report not found.'],
])(
  'GET /reports/execute_report.php answers %s in one line and calls no engine',
  async (_name, query, status, text) => {
    const before = countRequests();
    const answer = await app.execute(query, app.root);
    expect(answer.headers.get('x-own')).toBeNull();
    expect(await textOf(answer)).toEqual({
      ...{ status, type: 'text/plain; charset=utf-8' },
      text: expect.stringMatching(new RegExp(`^${text}[^\n]*\n$`)),
    });
    expect(countRequests()).toBe(before);
  },
);

test('GET /reports/execute_report.php is 403 for users and visitors without permission on the report', async () => {
  const before = countRequests();
  for (const person of [app.ada, null]) {
    const answer = await textOf(await app.execute(queryOf('closed'), person));
    expect(answer).toMatchObject({ status: 403, text: expect.stringMatching(/^Permission denied/) });
  }
  expect(countRequests()).toBe(before);
});

test('POST /reports/execute_report.php is 405, since the query alone decides', async () => {
  const answer = await app.execute(queryOf('plain'), app.ada, {
    method: 'POST',
    headers: { cookie: app.ada.cookie },
  });
  expect({ status: answer.status, allow: answer.headers.get('allow') }).toEqual({
    status: 405,
    allow: 'GET, HEAD',
  });
});

test('GET /reports/execute_report.php passes every value of a key on, and no option or credential', async () => {
  const answer = await app.execute(
    `${queryOf('plain')}&city=K%C3%B6ln&city=Ulm&empty=&_saveIsEnabled=true&REPORT_DIR=/etc`,
    app.ada,
    { headers: { cookie: app.ada.cookie, authorization: 'Basic Zm9vOmJhcg==', 'x-forwarded-host': 'evil' } },
  );
  expect(await answer.text()).toBe('a,b');
  const { path, query, headers } = engine.requests.at(-1)!;
  expect({ path, pairs: [...query] }).toEqual({
    path: '/engine/run',
    pairs: [
      ['key', 'planted-secret'],
      ['_repName', 'plain'],
      ['_repFormat', 'csv'],
      ['_dataSource', 'shop'],
      ['city', 'Köln'],
      ['city', 'Ulm'],
      ['empty', ''],
    ],
  });
  expect(headers).not.toHaveProperty('cookie');
  expect(headers).not.toHaveProperty('authorization');
  expect(headers.host).toBe(new URL(engine.url).host);
});

test('GET /reports/execute_report.php passes the status and the five headers of an engine on, and no others', async () => {
  engine.on('plain', (_request, response) =>
    response
      .writeHead(422, {
        ...{
          'Content-Type': 'application/json',
          'Content-Disposition': 'inline',
          'Cache-Control': 'private',
        },
        ...{ Pragma: 'no-cache', Expires: '0', 'Set-Cookie': 'a=planted-secret', Server: 'planted-secret' },
        ...{ Location: 'http://planted-secret', 'X-Own': 'planted-secret', 'Content-Length': '16' },
      })
      .end('{"error":"rows"}'),
  );
  const answer = await app.execute(queryOf('plain'));
  const headers = Object.fromEntries(answer.headers);
  expect({ status: answer.status, body: await answer.json() }).toEqual({
    status: 422,
    body: { error: 'rows' },
  });
  expect(headers).toMatchObject({
    ...{ 'content-type': 'application/json', 'content-disposition': 'inline', 'cache-control': 'private' },
    ...{ pragma: 'no-cache', expires: '0', 'x-content-type-options': 'nosniff' },
  });
  expect(JSON.stringify(headers)).not.toContain('planted-secret');
  expect(headers).not.toHaveProperty('x-own');
  expect(await app.lastRun('plain')).toMatchObject({
    ...{ status: 'failed', error: 'The report engine answered with status 422.' },
  });
});

test('GET /reports/execute_report.php answers 502 when an engine leads elsewhere, and does not follow', async () => {
  engine.on('plain', (_request, response) => response.writeHead(307, { Location: '/engine/other' }).end());
  const before = countRequests();
  const answer = await app.execute(queryOf('plain'));
  expect({ status: answer.status, location: answer.headers.get('location') }).toEqual({
    status: 502,
    location: null,
  });
  expect(countRequests() - before).toBe(1);
});

test.each([
  ['a line break in a header', 'Content-Disposition: inline; filename="a\rSet-Cookie: b=1"', 502],
  ['a control character in a header', 'Content-Disposition: inline; filename="a\x01"', 502],
  ['a name that is not ASCII', 'Content-Disposition: inline; filename="ü.csv"', 200],
])('GET /reports/execute_report.php does not spoil its answer by %s', async (_name, header, status) => {
  const head = `HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\n${header}\r\nContent-Length: 3\r\n\r\na,b`;
  engine.on('plain', (_request, response) => response.socket?.end(head));
  const answer = await app.execute(queryOf('plain'));
  expect({ status: answer.status, cookie: answer.headers.get('set-cookie') }).toEqual({
    status,
    cookie: null,
  });
  expect(await answer.text()).not.toContain('Set-Cookie');
});

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

test('GET /reports/execute_report.php keeps the address of the engine out of answers, logs and rows', async () => {
  const service = await startService({
    script: join(import.meta.dirname, '../src/main.ts'),
    config: app.config,
    env: { REPORT_ENGINE_URL: engineUrl(), REPORTS_ROOT: app.reportsRoot },
  });
  engine.on('plain', (incoming) => incoming.socket.destroy());
  engine.on('cut', (_request, response) => (begin(response, CSV, MIB), cut(response)));
  const answers: string[] = [];
  for (const report of ['plain', 'cut', 'missing']) {
    const url = `${service.url}/report-mgmt/reports/execute_report.php?${queryOf(report)}`;
    const answer = await fetch(url, { headers: { cookie: app.ada.cookie } });
    answers.push(await answer.text().catch((error: Error) => error.message));
  }
  await service.stop();
  const { rows } = await app.admin.query('SELECT * FROM report_mgmt.executions');
  expect(answers).toEqual([
    expect.stringMatching(/^The report engine cannot be reached/),
    'terminated',
    expect.stringMatching(/^Permission denied/),
  ]);
  expect(service.lines.join('\n')).toContain('report-mgmt.engine_unreachable');
  expect(JSON.stringify([answers, service.lines, rows])).not.toContain('planted-secret');
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

const PICTURES = 200;
const FILLER = 'Zeile mit Umlauten äöü und 報告\n'.repeat(2_800);
const pictureTag = (image: string) => `<img src="report_image?image=${image}&amp;uuid=run-1">`;

test('GET /reports/execute_report.php links 200 pictures of a document of 20 MB, and nothing else of it changes', async () => {
  const pieces = Array.from({ length: PICTURES }, (_, i) => FILLER + pictureTag(`p${i}.png`));
  engine.on('page', (_request, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(pieces.join('')),
  );
  const html = await (await app.execute('_repName=page')).text();
  expect(html.length).toBeGreaterThan(15 * MIB);
  const [, uuid] = /uuid=([0-9a-f-]{36})/.exec(html)!;
  const link =
    /<img src="\.\.\/report_image\.php\?_repName=page&amp;image=(p\d+\.png)&amp;uuid=([0-9a-f-]{36})">/g;
  expect(new Set([...html.matchAll(link)].map(([, , id]) => id))).toEqual(new Set([uuid]));
  expect(html.replaceAll(link, (_tag, image: string) => pictureTag(image)) === pieces.join('')).toBe(true);
});

test('GET /report_image.php takes pictures only, from the run of the engine, below any base path', async () => {
  const types = { 'a.png': 'image/png', 'b.svg': 'image/svg+xml', 'c.html': 'text/html', 'd.bin': '' };
  engine.on('page', (_request, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(Object.keys(types).map(pictureTag).join('')),
  );
  for (const [image, type] of Object.entries(types)) {
    engine.on(image, (_request, response) =>
      response
        .writeHead(200, { ...(type ? { 'Content-Type': type } : {}), 'Content-Length': '3', 'X-Own': '1' })
        .end('abc'),
    );
  }
  const page = `${app.url}/report-mgmt/reports/execute_report.php?_repName=page`;
  const html = await (await fetch(page, { headers: { cookie: app.ada.cookie } })).text();
  const answers: Record<string, unknown> = {};
  for (const [, address] of html.matchAll(/src="([^"]+)"/g)) {
    const url = new URL(address!.replaceAll('&amp;', '&'), page);
    expect(url.pathname).toBe('/report-mgmt/report_image.php');
    const answer = await fetch(url, { headers: { cookie: app.ada.cookie } });
    const { status, headers } = answer;
    expect(headers.get('x-own')).toBeNull();
    answers[url.searchParams.get('image')!] = [
      status,
      headers.get('content-type'),
      headers.get('content-length'),
      await answer.text(),
    ];
  }
  expect(answers).toEqual({
    'a.png': [200, 'image/png', '3', 'abc'],
    'b.svg': [200, 'image/svg+xml', '3', 'abc'],
    'c.html': [502, null, '0', ''],
    'd.bin': [502, null, '0', ''],
  });
  const { path, query } = engine.requests.at(-1)!;
  expect({ path, query: Object.fromEntries(query) }).toEqual({
    ...{ path: '/engine/report_image', query: { image: 'd.bin', uuid: 'run-1' } },
  });
});
