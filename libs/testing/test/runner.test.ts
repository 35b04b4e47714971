import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const { default: NativeRunner } = await import(
  new URL('../src/runner/native-runner.js', import.meta.url).href
);

const IMPORTS = `
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';`;
/** Its title is the id of the process that runs it. */
const SHOW_PROCESS = `test(String(process.pid), () => undefined);`;
const CHANGE_PROCESS = `
test('finds a clean process', () => {
  expect(process.env.LEFT).toBeUndefined();
  expect(process.env.HOME).not.toBe('/changed');
  expect(process.cwd()).not.toBe('/');
  expect(process.umask()).not.toBe(0o123);
  expect(process.exitCode).toBeUndefined();
  expect(process.listenerCount('SIGTERM')).toBe(0);
  expect(process.uptime()).not.toBe('mocked');
  expect(Date.now()).toBeGreaterThan(1_000);
  expect('left').not.toEqual('changed');
});
test('has run the set-up file', () => expect(globalThis.isSetUp).toBe(true));
test('has the time limit of the configuration', () => new Promise((done) => setTimeout(done, 50)));
afterAll(() => {
  process.env.LEFT = 'left';
  process.env.HOME = '/changed';
  process.chdir('/');
  process.umask(0o123);
  process.exitCode = 3;
  process.on('SIGTERM', () => undefined);
  jest.spyOn(process, 'uptime').mockReturnValue('mocked');
  jest.useFakeTimers();
  jest.setSystemTime(0);
  jest.setTimeout(10);
  expect.addEqualityTesters([(a, b) => (a === 'left' && b === 'changed') || undefined]);
  globalThis.isSetUp = false;
});`;

interface FileResult {
  tests: Record<string, string>;
  message: string;
}

let folder: string;
let setUp: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-runner-'));
  setUp = join(folder, 'set-up.js');
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(setUp, `${IMPORTS} beforeAll(() => void (globalThis.isSetUp = true));`);
});

afterAll(() => rm(folder, { recursive: true }));

/** Runs files in this order, one after the other. */
async function runFiles(files: Record<string, string>, options = {}): Promise<Record<string, FileResult>> {
  const config = { rootDir: folder, testMatch: [], setupFilesAfterEnv: [setUp], slowTestThreshold: 60 };
  const tests = Object.keys(files).map((name) => ({ path: join(folder, name), context: { config } }));
  for (const [name, code] of Object.entries(files)) await writeFile(join(folder, name), code + IMPORTS);
  const results: Record<string, FileResult> = {};
  const runner = new NativeRunner({ maxWorkers: 1, testTimeout: 5_000, ...options });
  await runner.runTests(
    tests,
    { isInterrupted: () => false },
    () => undefined,
    (_test: unknown, { testFilePath, testResults, failureMessage }: any) => {
      const statuses = testResults.map(({ title, status }: any) => [title, status]);
      const message = stripVTControlCharacters(failureMessage ?? '');
      results[basename(testFilePath)] = { tests: Object.fromEntries(statuses), message };
    },
    ({ path }: any, error: Error) => {
      results[basename(path)] = { tests: {}, message: error.message };
    },
  );
  return results;
}

function pidOf({ tests }: FileResult = { tests: {}, message: '' }): string | undefined {
  return Object.keys(tests).find((title) => /^\d+$/.test(title));
}

test('files share a process, and each finds it as the first one did', async () => {
  const code = SHOW_PROCESS + CHANGE_PROCESS;
  const { 'a.test.js': first, 'b.test.js': second } = await runFiles({
    'a.test.js': code,
    'b.test.js': code,
  });
  expect(first?.message).toBe('');
  expect(second).toEqual(first);
  expect(Object.values(second!.tests)).toEqual(Array(4).fill('passed'));
});

test('a process is replaced after twenty files, and detecting open handles takes one per file', async () => {
  const names = Array.from({ length: 21 }, (_, index) => `many-${index}.test.js`);
  const files = Object.fromEntries(names.map((name) => [name, SHOW_PROCESS]));
  const pids = Object.values(await runFiles(files)).map(pidOf);
  expect(new Set(pids.slice(0, 20)).size).toBe(1);
  expect(pids[20]).not.toBe(pids[0]);
  const few = Object.fromEntries(names.slice(0, 2).map((name) => [name, SHOW_PROCESS]));
  const [first, second] = Object.values(await runFiles(few, { detectOpenHandles: true })).map(pidOf);
  expect(first).not.toBe(second);
});

test('a file with the pragma @own-process shares its process with no other file', async () => {
  const results = await runFiles({
    'before.test.js': SHOW_PROCESS,
    'own.test.js': `/** @own-process because it measures memory. */\n${SHOW_PROCESS}`,
    'after.test.js': SHOW_PROCESS,
  });
  expect(new Set(Object.values(results).map(pidOf)).size).toBe(3);
});

test.each([
  ['a failing test', `test('x', () => expect(1).toBe(2));`, /Expected: 2/],
  ['a server left open', `test('x', () => void createServer().listen(0));`, /left open .*: TCPServerWrap/],
  ['a late rejection', `test('x', () => void setTimeout(() => Promise.reject(Error('late')), 50));`, /late/],
  ['a kill', `test('x', () => process.kill(process.pid, 'SIGKILL'));`, /was killed by SIGKILL/],
  ['an early exit', `test('x', () => process.exit(4));`, /ended early with exit code 4/],
  ['a syntax error', `test('x', () => {`, /Unexpected/],
  ['no test', '', /must contain at least one test/],
])('%s fails its file, and the next file passes in another process', async (_what, code, message) => {
  const name = `fails-${code.length}`;
  const results = await runFiles({
    [`${name}-before.test.js`]: SHOW_PROCESS,
    [`${name}.test.js`]: code,
    [`${name}-after.test.js`]: SHOW_PROCESS,
  });
  expect(results[`${name}.test.js`]?.message).toMatch(message);
  const [before, after] = ['before', 'after'].map((when) => results[`${name}-${when}.test.js`]);
  expect([before?.message, after?.message]).toEqual(['', '']);
  if (code) expect(pidOf(after)).not.toBe(pidOf(before));
});

test('a filter of test names skips the others in every file', async () => {
  const code = `test('wanted', () => undefined);\ntest('other', () => undefined);`;
  const results = await runFiles(
    { 'filter-1.test.js': code, 'filter-2.test.js': code },
    { testNamePattern: 'WANTED' },
  );
  for (const { tests } of Object.values(results))
    expect(tests).toEqual({ wanted: 'passed', other: 'pending' });
});
