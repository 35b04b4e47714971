import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createDerivedFiles, createPartFiles } from '@cairn/files';
import { createGeopackage, openGeopackage, startTestMerginMaps, until } from '@cairn/testing';
import type { TestMerginMaps, TestMerginProject } from '@cairn/testing';
import { checkIntegrity } from '../src/features/packages/integrity.ts';
import { createPackageService } from '../src/features/packages/service.ts';
import type { FetchedVersion } from '../src/features/packages/types.ts';
import type { Provider } from '../src/features/providers/types.ts';
import { testProjects } from './test-projects.ts';
import type { ProjectRow } from './test-projects.ts';
import { countRowDifferences, dayOfWork, surveyTables } from './survey.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

const PACKAGE = 'survey.gpkg';
const CAUSE = { actorId: 1, actorName: 'ada', ip: '127.0.0.1', requestId: 'test' };
const folder = mkdtempSync(join(tmpdir(), 'cairn-package-diffs-'));

let app: TestFieldSync;
let mergin: TestMerginMaps;
let provider: Provider;
let survey: Buffer;
let now = 0;
/** Bytes of the version so far. */
let fetched = 0;
let number = 0;
/** Sentences of the log. */
let lines: string[] = [];
beforeAll(async () => {
  [app, mergin] = await Promise.all([startTestFieldSync(), startTestMerginMaps()]);
  createGeopackage(join(folder, PACKAGE), surveyTables({ trees: 4_000 }));
  survey = readFileSync(join(folder, PACKAGE));
  const { url, username, password } = mergin;
  const form = { id: '0', name: 'Mergin', type: 'field', url, username, password };
  provider = await app.context.providerOf((await app.context.servers.save(form, CAUSE, null)).id);
});
beforeEach(async () => {
  await app.admin.query(
    'TRUNCATE field_sync.snapshots, field_sync.objects, field_sync.downloads, field_sync.rebuilt_packages CASCADE',
  );
  for (const each of ['objects', 'parts'])
    await rm(join(app.storageRoot, each), { recursive: true, force: true });
  mergin.reset();
  mergin.settings.v2 = true;
  now = Date.now();
  lines = [];
});
afterAll(async () => {
  await app.close();
  await mergin.close();
  rmSync(folder, { recursive: true });
});

interface Crew {
  project: ProjectRow;
  source: TestMerginProject;
  /** What was fetched last, as the tables then hold it. */
  applied: FetchedVersion;
}

async function fetchLatest(
  { project, source, applied }: Omit<Crew, 'applied'> & { applied: FetchedVersion | null },
  signal = new AbortController().signal,
): Promise<FetchedVersion> {
  const { db, storage } = app.context;
  const parts = createPartFiles(storage);
  const deps = { db, storage, parts, derivedFiles: createDerivedFiles(storage), retryMs: 1 };
  const version = `v${source.versions.at(-1)!.number}`;
  return createPackageService({ ...deps, now: () => new Date(now) }).fetchVersion({
    ...{ project, provider, providerId: source.id, signal },
    pinned: { version, files: await provider.files(source.id, version) },
    base: applied && { version: applied.snapshot.version, sha256: applied.snapshot.packageSha256 },
    onBytes: (bytes) => void (fetched = bytes.fetched),
    log: async (_level, message) => void lines.push(message),
  });
}

/** A project whose version 1 is applied. */
async function startCrew(): Promise<Crew> {
  const project = await testProjects(app).addProject({ geopackage: PACKAGE });
  const source = mergin.createProject(project.name, { files: { [PACKAGE]: survey } });
  const applied = await fetchLatest({ project, source, applied: null });
  mergin.requests.length = 0;
  fetched = 0;
  return { project, source, applied };
}

const work = ({ source }: Crew, day: number, edit = (db: DatabaseSync) => dayOfWork(db, day)) =>
  mergin.commitVersion(source, { edit: { [PACKAGE]: edit } });

const pathOf = async ({ project, applied }: Crew) =>
  (await app.context.packages.findPackage(project.id, applied.snapshot.packageSha256))!;

/** Rows that the kept package has and the provider's has not, or the other way round. */
const differences = async (crew: Crew) =>
  countRowDifferences(await pathOf(crew), crew.source.versions.at(-1)!.files.get(PACKAGE)!.location);

const requests = () => mergin.requests.filter(({ path }) => path.includes('/raw'));
const bytesSent = () => requests().reduce((sum, request) => sum + request.bytesSent, 0);

test.each([true, false])(
  'several versions come as differences with at most 5 %% of the bytes, and have all rows (v2 of the interface: %s)',
  async (v2) => {
    const crew = await startCrew();
    mergin.settings.v2 = v2;
    for (let day = 1; day <= 3; day += 1) work(crew, day);
    crew.applied = await fetchLatest(crew);
    expect(crew.applied).toMatchObject({ packageSource: 'diffs', bytesFetched: bytesSent() });
    expect(bytesSent() / survey.length).toBeLessThanOrEqual(0.05);
    expect(await differences(crew)).toBe(0);
    expect(lines).toEqual(['Put survey.gpkg of version v4 together from 3 differences.']);

    work(crew, 4);
    crew.applied = await fetchLatest(crew);
    expect(crew.applied).toMatchObject({ packageSource: 'diffs' });
    expect(await differences(crew)).toBe(0);
    // The same version again, such as for a comparison.
    expect(await fetchLatest(crew)).toMatchObject({
      ...{ packageSource: 'kept', bytesFetched: 0, snapshot: { id: crew.applied.snapshot.id } },
    });
  },
);

type Doubt = [string, RegExp, (crew: Crew) => unknown];
const DOUBTS: Doubt[] = [
  [
    'a table has another column',
    /has no differences/,
    (crew) => work(crew, 1, (db) => db.exec('ALTER TABLE trees ADD COLUMN age INTEGER')),
  ],
  [
    'one version of the chain was uploaded without a difference',
    /has no differences/,
    (crew) => {
      work(crew, 1, (db) => db.exec('ALTER TABLE trees ADD COLUMN age INTEGER'));
      work(crew, 2, (db) => db.exec('ALTER TABLE trees DROP COLUMN age'));
    },
  ],
  [
    'the list of differences is empty',
    /has no differences/,
    () => mergin.fail({ path: /delta$/, quirk: 'empty-delta' }),
  ],
  [
    'the list of differences is a failure of the server',
    /could not list its differences/,
    () => mergin.fail({ path: /delta$/, status: 500 }),
  ],
  [
    'the server cannot put a difference together',
    /could not be fetched: Mergin Maps cannot put/,
    () => mergin.fail({ path: /raw\/diff$/, quirk: 'broken-diff' }),
  ],
  [
    'each request of a difference fails',
    /could not be fetched: /,
    () => mergin.fail({ path: /raw\/diff$/, status: 502, times: 100 }),
  ],
  [
    'a difference has another table',
    /Difference 1 of 1 does not fit the package: the file has no table/,
    () => mergin.fail({ path: /raw\/diff$/, flipAt: 8 }),
  ],
  [
    'a difference is cut, with a length to match',
    /does not fit the package: it ends too early/,
    () => mergin.fail({ path: /raw\/diff$/, shortTo: 100 }),
  ],
  [
    'a web page comes instead of a difference',
    /does not fit the package/,
    () => mergin.fail({ path: /raw\/diff$/, status: 200, body: '<!doctype html><title>Moved</title>' }),
  ],
  [
    'a difference has another hash than listed, twice',
    /could not be fetched: .*other bytes/,
    () => {
      mergin.settings.v2 = false;
      mergin.fail({ query: { diff: 'true' }, flipAt: 300, times: 2 });
    },
  ],
  [
    'a row of the kept package is not as the difference expects it',
    /does not fit the package: a row is not as the changeset expects it/,
    async (crew) => {
      const db = openGeopackage(await pathOf(crew));
      db.exec('UPDATE trees SET height = 77 WHERE fid = 1');
      db.close();
    },
  ],
  ['the kept package is gone', /version v1 is no longer kept/, async (crew) => rmSync(await pathOf(crew))],
  [
    'the differences have more than a quarter of the size of the package',
    /too large to save time/,
    (crew) => work(crew, 2, (db) => db.exec('UPDATE trees SET species = hex(randomblob(200))')),
  ],
  [
    'a list says that the differences have more than a quarter of the size of the package',
    /too large to save time/,
    (crew) => {
      mergin.settings.v2 = false;
      work(crew, 2, (db) => db.exec('UPDATE trees SET species = hex(randomblob(200))'));
    },
  ],
];

test.each(DOUBTS)('the whole file is fetched when %s', async (_title, reason, arrange) => {
  const crew = await startCrew();
  work(crew, 1);
  await arrange(crew);
  crew.applied = await fetchLatest(crew);
  expect(crew.applied.packageSource).toBe('file');
  expect(lines).toEqual([expect.stringMatching(reason)]);
  expect(lines[0]).toContain(`The whole file ${PACKAGE} is fetched`);
  const latest = crew.source.versions.at(-1)!.files.get(PACKAGE)!.location;
  expect(readFileSync(await pathOf(crew)).equals(readFileSync(latest))).toBe(true);
  const { findings } = await checkIntegrity(app.context, { checksums: false });
  expect(findings.filter(({ kind }) => kind === 'orphan')).toEqual([]);
});

test('differences are counted from one run to the next: the whole file is fetched after 20 of them, and then counting begins again', async () => {
  const crew = await startCrew();
  mergin.settings.v2 = false;
  const sources = [];
  for (const days of [15, 5, 1, 1]) {
    for (let day = 1; day <= days; day += 1) work(crew, (number += 1) % 50);
    crew.applied = await fetchLatest(crew);
    sources.push(crew.applied.packageSource);
  }
  expect(sources).toEqual(['diffs', 'diffs', 'file', 'diffs']);
  expect(lines).toContainEqual(expect.stringContaining('more than 20 differences since the last whole file'));
});

test('a day after the first difference the whole file is fetched, however old the last whole file was', async () => {
  const crew = await startCrew();
  now += 30 * 86_400_000;
  const sources = [];
  for (const hours of [0, 23, 2]) {
    now += hours * 3_600_000;
    work(crew, (number += 1) % 50);
    crew.applied = await fetchLatest(crew);
    sources.push(crew.applied.packageSource);
  }
  expect(sources).toEqual(['diffs', 'diffs', 'file']);
  expect(lines).toContainEqual(expect.stringContaining('older than a day'));
});

test('without a base, as in a reconcile, the whole file is fetched and takes the place of one that was put together', async () => {
  const crew = await startCrew();
  work(crew, 1);
  crew.applied = await fetchLatest(crew);
  const whole = await fetchLatest({ ...crew, applied: null });
  expect(whole.packageSource).toBe('file');
  expect(whole.snapshot.packageSha256).not.toBe(crew.applied.snapshot.packageSha256);
  expect(await fetchLatest(crew)).toMatchObject({
    packageSource: 'kept',
    snapshot: { id: whole.snapshot.id },
  });
});

test('a difference whose download is cut continues where it stopped, also in the next process', async () => {
  const crew = await startCrew();
  work(crew, 1);
  const arrived = (bytes: number) => until(`${bytes} bytes have arrived`, () => fetched >= bytes);
  const path = /raw\/diff$/;
  mergin.fail({ path, cutAt: 1_000, stallAt: 1_000, until: arrived(1_000) });
  mergin.fail({ path, after: 1, stallAt: 500, until: new Promise(() => undefined) });
  const leaving = new AbortController();
  const stopped = fetchLatest(crew, leaving.signal);
  stopped.catch(() => undefined);
  await arrived(1_500);
  leaving.abort(new Error('the process ends'));
  await expect(stopped).rejects.toThrow('the process ends');
  crew.applied = await fetchLatest(crew);
  expect(crew.applied.packageSource).toBe('diffs');
  expect(requests().map(({ range }) => range)).toEqual([null, 'bytes=1000-', 'bytes=1500-']);
  expect(await differences(crew)).toBe(0);
});

test('a package that was put together is there for the next attempt when another file of the version fails', async () => {
  const crew = await startCrew();
  work(crew, 1);
  // The photo fails, so that the version has no snapshot yet.
  mergin.commitVersion(crew.source, { files: { 'photo.jpg': 'a photo' } });
  mergin.fail({ path: /raw/, query: { file: 'photo.jpg' }, status: 403, times: 100 });
  await expect(fetchLatest(crew)).rejects.toMatchObject({ outcome: 'pause' });
  mergin.reset();
  crew.applied = await fetchLatest(crew);
  expect(crew.applied).toMatchObject({ packageSource: 'kept', bytesFetched: 'a photo'.length });
  expect(await differences(crew)).toBe(0);
  expect((await checkIntegrity(app.context, { checksums: true })).findings).toEqual([]);
  await app.context.packages.sweep();
  expect(await pathOf(crew)).not.toBeNull();
});
