import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { htmlPage, tooManyRequests } from '@cairn/testing';
import type { FaultRule } from '@cairn/testing';
import { startFaultyProviders } from './faulty-providers.ts';
import type { FaultyProviders } from './faulty-providers.ts';

const MINUTE = 60_000;
const IN_HALF_AN_HOUR = new Date(Date.now() + 30 * MINUTE);

/** A run that fails has a next attempt; while one is paused, someone should look. */
const AGAIN = { result: 'failed', status: /^active (waiting|polling)$/, least: 0, most: 1_000 };
const LATER = { ...AGAIN, least: 15 * MINUTE, most: 15 * MINUTE };
const PAUSED = { result: 'paused', status: /^failed paused$/, least: 15 * MINUTE, most: 15 * MINUTE };
const words = (status: number, detail: string): FaultRule<never> => ({ status, body: { detail } });
const cut: FaultRule<never> = { shortTo: 40 };
const wait = (ms: number) => ({ ...AGAIN, least: ms - MINUTE, most: ms });

type Row = [
  fault: string,
  outcome: string,
  call: 'list' | 'file',
  rule: FaultRule<never>,
  expected: typeof AGAIN,
  sentence: RegExp,
];

const ROWS: Row[] = [
  ['a connection that is cut', 'tried again with backoff', 'list', { drop: true }, AGAIN, /connection|cut/i],
  ['a body that is cut', 'tried again with backoff', 'list', { cutAt: 40 }, AGAIN, /connection|cut/i],
  ['408', 'tried again with backoff', 'list', { status: 408 }, AGAIN, /HTTP 408/],
  ['500', 'tried again with backoff', 'list', { status: 500 }, AGAIN, /HTTP 500/],
  ['502 for a file', 'tried again with backoff', 'file', { status: 502 }, AGAIN, /HTTP 502/],
  ['409', 'tried again with backoff', 'list', words(409, 'Another process is running'), AGAIN, /busy.*409/],
  [
    '400 "Another process"',
    'tried again with backoff',
    'list',
    words(400, 'Another process is running'),
    AGAIN,
    /busy/,
  ],
  [
    '429 with seconds',
    'tried again not before Retry-After',
    'list',
    tooManyRequests(120),
    wait(120_000),
    /HTTP 429/,
  ],
  [
    ...(['429 with a date for a file', 'tried again not before Retry-After', 'file'] as const),
    ...([tooManyRequests(IN_HALF_AN_HOUR), wait(30 * MINUTE), /HTTP 429/] as const),
  ],
  [
    '429 with a day',
    'tried again after an hour',
    'list',
    tooManyRequests(86_400),
    wait(60 * MINUTE),
    /HTTP 429/,
  ],
  [
    '423',
    'tried again after a quarter of an hour',
    'list',
    words(423, 'It is locked.'),
    LATER,
    /It is locked/,
  ],
  [
    'maintenance',
    'tried again after a quarter of an hour',
    'file',
    words(503, 'maintenance'),
    LATER,
    /maintenance/,
  ],
  ...[400, 403, 413, 422].map(
    (status) =>
      [
        ...([`${status}`, 'paused with the words of the provider', 'list'] as const),
        ...([words(status, `Reason ${status}.`), PAUSED, new RegExp(`Reason ${status}\\.`)] as const),
      ] as [string, string, 'list' | 'file', FaultRule<never>, typeof AGAIN, RegExp],
  ),
  [
    '403 for a file',
    'paused with the words of the provider',
    'file',
    words(403, 'Not yours.'),
    PAUSED,
    /Not yours/,
  ],
  [
    '404 for a file',
    'paused with the words of the provider',
    'file',
    words(404, 'Not there.'),
    PAUSED,
    /Not there/,
  ],
  ['a page with 200', 'tried again, then paused', 'list', htmlPage(), AGAIN, /a web page/],
  ['JSON that is cut', 'tried again, then paused', 'list', cut, AGAIN, /JSON that is cut/],
  [
    'a file with a wrong hash',
    'paused with both hashes',
    'file',
    { flipAt: 500 },
    PAUSED,
    /Listed: SHA-1 \w+.*Received: .*SHA-1 \w+/s,
  ],
  [
    'a file that is short',
    'paused with both sizes',
    'file',
    { shortTo: 500 },
    PAUSED,
    /Listed:.*Received: 500 bytes/s,
  ],
];

let app: FaultyProviders;
const ids: number[] = [];
beforeAll(async () => {
  app = await startFaultyProviders();
  const { mergin, servers } = app;
  for (const [, , call, rule] of ROWS) {
    const { id, name, project } = await app.addMerginProject();
    ids.push(id);
    const path = call === 'list' ? `/v2/projects/${project.id}` : `/v1/project/raw/field/${name}`;
    // Only the list of files names a version in this way.
    const query: Record<string, string> = call === 'list' ? { files_at_version: 'v1' } : {};
    mergin.fail({ ...rule, path, query, times: 20 });
  }
  await app.poll(servers.mergin);
  await Promise.all(ids.map((id) => app.sync.ended(id)));
}, 120_000);
afterAll(() => app.close());

test.each(ROWS.map((row, index) => [...row.slice(0, 2), index] as [string, string, number]))(
  'a run that meets %s is %s',
  async (_fault, _outcome, index) => {
    const [, , , , { result, status, least, most }, sentence] = ROWS[index]!;
    const found = await app.outcomeOf(ids[index]!);
    expect(found).toMatchObject({ result, status: expect.stringMatching(status) });
    expect(found.error).toMatch(sentence);
    expect(found.waitMs).toBeGreaterThanOrEqual(least);
    expect(found.waitMs).toBeLessThanOrEqual(most);
  },
);

test('the next attempts pause what is damaged again, and apply the version once the fault is over', async () => {
  const { sync, mergin, servers } = app;
  await app.poll(servers.mergin);
  for (const [index, [fault, outcome]] of ROWS.entries()) {
    const { result } = await app.outcomeOf(ids[index]!);
    expect([fault, result]).toEqual([fault, outcome.includes('paused') ? 'paused' : 'failed']);
  }
  mergin.reset();
  await app.poll(servers.mergin);
  for (const [index, id] of ids.entries()) {
    expect([ROWS[index]![0], (await sync.ended(id)).status]).toEqual([ROWS[index]![0], 'applied']);
    expect(await sync.projects.project(id)).toMatchObject({ failures: 0, problem: null, paused_code: null });
  }
}, 120_000);
