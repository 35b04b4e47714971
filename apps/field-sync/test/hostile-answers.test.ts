import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { FaultRule } from '@cairn/testing';
import type { Provider } from '../src/features/providers/types.ts';
import { startMerginConnections } from './mergin-connections.ts';
import type { MerginConnections } from './mergin-connections.ts';
import { startQFieldCloudConnections } from './qfieldcloud-connections.ts';
import type { QFieldCloudConnections } from './qfieldcloud-connections.ts';

const MIB = 1024 * 1024;
const { signal } = new AbortController();

let mergin: MerginConnections;
let cloud: QFieldCloudConnections;
let ids: { mergin: string; cloud: string };
beforeAll(async () => {
  [mergin, cloud] = await Promise.all([startMerginConnections(), startQFieldCloudConnections()]);
  const project = mergin.server.createProject('oak', { files: { 'survey.gpkg': 'x' } });
  ids = { mergin: project.id, cloud: (await cloud.addProject('oak')).id };
});
afterEach(() => {
  mergin.server.reset();
  cloud.reset();
});
afterAll(() => Promise.all([mergin.close(), cloud.close()]));

const file = { path: 'survey.gpkg', size: 1, checksum: 'ab' };
const entry = { name: 'survey.gpkg', size: 1, versions: [] };
const json = (body: string): Partial<FaultRule<never>> => ({
  body,
  headers: { 'content-type': 'application/json' },
});
/** Deeper, or with more values, than memory would allow. */
const BOMBS: [string, Partial<FaultRule<never>>][] = [
  ['a list of lists without an end', json('['.repeat(8 * MIB))],
  ['depth 101 in 200 bytes', json(`${'[{"a":'.repeat(50)}[1]${'}]'.repeat(50)}`)],
  ['five million empty lists', json(`[${'[],'.repeat(5_000_000)}[]]`)],
];
const ODD: [string, Partial<FaultRule<never>>][] = [
  ['null', { body: 'null', headers: { 'content-type': 'application/json' } }],
  ['a number', json('7')],
  ['a text', json('"files"')],
];

const MERGIN_FILES: [string, Partial<FaultRule<never>>][] = [
  ...BOMBS,
  ...ODD,
  ...(
    [
      ['a text', 'survey.gpkg'],
      ['null', [null]],
      ['a path that is a number', [{ ...file, path: 7 }]],
      ['no path', [{ ...file, path: '' }]],
      ['a path with a NUL', [{ ...file, path: 'a\0b' }]],
      ['a path of 3,000 bytes', [{ ...file, path: 'x/'.repeat(1_500) }]],
      ['a path of a megabyte that a pattern takes long for', [{ ...file, path: '.gpkg'.repeat(200_000) }]],
      ['a negative size', [{ ...file, size: -1 }]],
      ['half a byte', [{ ...file, size: 0.5 }]],
      ['a size beyond all numbers', [{ ...file, size: 1e300 }]],
      ['a size as text', [{ ...file, size: '1' }]],
      ['the same file twice', [file, file]],
    ] as [string, unknown][]
  ).map(([what, files]): [string, Partial<FaultRule<never>>] => [
    `files: ${what}`,
    { body: { files } as object },
  ]),
];
const CLOUD_FILES: [string, Partial<FaultRule<never>>][] = [
  ...ODD,
  ['an object', { body: { files: [] } }],
  ...(
    [
      ['null', null],
      ['a name that is a number', { ...entry, name: 7 }],
      ['a name with a NUL', { ...entry, name: 'a\0b' }],
      ['a size as text', { ...entry, size: '1' }],
      ['versions without an id', { ...entry, versions: [{ size: 1 }] }],
      ['versions whose id is an object', { ...entry, versions: [{ version_id: {}, size: 1 }] }],
      ['versions whose size is negative', { ...entry, versions: [{ version_id: 'a', size: -1 }] }],
    ] as [string, unknown][]
  ).map(([what, each]): [string, Partial<FaultRule<never>>] => [
    `files: ${what}`,
    { body: [each] as object },
  ]),
];
const VERSIONS: [string, unknown][] = [
  ['a number', 7],
  ['an object', { toString: 'v1' }],
  ['a text with a NUL', 'v1\0'],
  ['a text of 300 letters', 'v'.repeat(300)],
];

const DAMAGED = { outcome: 'damaged', message: expect.stringContaining('Check the address of the server') };

async function expectDamaged(
  server: { fail(rule: FaultRule<never>): unknown },
  rule: FaultRule<never>,
  call: (provider: Provider) => Promise<unknown>,
  provider: Provider,
): Promise<void> {
  server.fail({ status: 200, times: 10, ...rule });
  await expect(call(provider)).rejects.toMatchObject(DAMAGED);
}

test.each(MERGIN_FILES)('files of Mergin Maps that are %s are a damaged answer', async (_what, rule) => {
  const path = `/v2/projects/${ids.mergin}`;
  await expectDamaged(
    mergin.server,
    { ...rule, path },
    (it) => it.files(ids.mergin, 'v1', signal),
    mergin.connect(),
  );
});

test.each(CLOUD_FILES)('files of QFieldCloud that are %s are a damaged answer', async (_what, rule) => {
  const path = `/api/v1/files/${ids.cloud}/`;
  await expectDamaged(
    cloud.server,
    { ...rule, path },
    (it) => it.files(ids.cloud, 'any', signal),
    cloud.connect(),
  );
});

test.each(VERSIONS)('a poll that finds a version that is %s is a damaged answer', async (_what, version) => {
  const project = { id: ids.mergin, name: 'oak', version, workspace: { name: 'field' } };
  await expectDamaged(
    mergin.server,
    { path: '/v2/projects/batch', body: { projects: [project] } },
    (it) => it.poll([ids.mergin], signal),
    mergin.connect(),
  );
  await expectDamaged(
    cloud.server,
    { path: `/api/v1/projects/${ids.cloud}/`, body: { id: ids.cloud, data_last_updated_at: version } },
    (it) => it.poll([ids.cloud], signal),
    cloud.connect(),
  );
});

test('conflict files with a path that a pattern takes long for are a damaged answer', async () => {
  const files = [{ ...file, path: '.gpkg'.repeat(200_000) }];
  const body = { id: ids.mergin, namespace: 'field', name: 'oak', version: 'v1', files };
  await expectDamaged(
    mergin.server,
    { path: `/v1/project/by_uuid/${ids.mergin}`, body },
    (it) => it.waiting!(ids.mergin, signal),
    mergin.connect(),
  );
});

test.each([null, 'x', [null], [{ path: 'survey.gpkg', change: 'update_diff', diffs: 'v2' }]])(
  'differences given as %j are not used',
  async (items) => {
    mergin.server.fail({ path: `/v2/projects/${ids.mergin}/delta`, status: 200, body: { items } as object });
    const range = { path: 'survey.gpkg', since: 'v1', to: 'v2', signal };
    expect(await mergin.connect().diffs!(ids.mergin, range)).toBeNull();
  },
);

test.each([
  ['no text', 7],
  ['two lines', 'a\r\nX-Evil: 1'],
  ['a megabyte', 'a'.repeat(MIB)],
])('a token that is %s is refused and never sent', async (_what, token) => {
  mergin.server.fail({ path: '/v1/auth/login', status: 200, body: { session: { token } } });
  cloud.server.fail({ path: '/api/v1/auth/token/', status: 200, body: { token } });
  for (const [provider, server] of [
    [mergin.connect(), mergin.server],
    [cloud.connect(), cloud.server],
  ] as const) {
    server.requests.length = 0;
    await expect(provider.list({}, signal)).rejects.toMatchObject({
      code: expect.stringMatching(/^field_sync\.provider_/),
    });
    expect(server.requests).toHaveLength(1);
  }
});
