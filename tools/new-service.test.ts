import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { checkImports } from './check/imports.ts';
import type { Platform, PlatformRequest } from './platform.ts';
import { signIn } from './seed/api.ts';
import { repositoryRoot } from './topology.ts';

const run = promisify(execFile);
const CONFIGURATION = ['package.json', 'tsconfig.base.json', '.oxlintrc.json'];

interface PlatformModule {
  startPlatform(request: PlatformRequest): Promise<Platform>;
}

interface RecipeFile {
  path: string;
  content: string;
  /** Whether the block changes an existing file. */
  isChange: boolean;
}

/** The files of docs/adding-a-service.md: code blocks with a path after the language. */
function readRecipe(): { base: RecipeFile[]; feature: RecipeFile[] } {
  const recipe = readFileSync(join(repositoryRoot, 'docs/adding-a-service.md'), 'utf8');
  const [base = '', feature = ''] = recipe.split('## 4. Its first feature');
  const files = (text: string): RecipeFile[] =>
    [...text.matchAll(/^```(\w+) (\S+)\n([^]*?)^```$/gm)].map(
      ([, language = '', path = '', content = '']) => ({ path, content, isChange: language === 'diff' }),
    );
  return { base: files(base), feature: files(feature) };
}

let root: string;
let dataDir: string;
let platform: Platform | null;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cairn-new-service-'));
  dataDir = mkdtempSync(join(tmpdir(), 'cairn-new-service-data-'));
  platform = null;
});
afterEach(async () => {
  await platform?.stop();
  for (const folder of [root, dataDir]) rmSync(folder, { recursive: true, force: true });
});

test('a service made by docs/adding-a-service.md passes its tests, and answers signed-in users behind the front door', async () => {
  const { base, feature } = readRecipe();
  const changed = base.filter(({ isChange }) => isChange);
  expect([changed.length, base.length - changed.length]).toEqual([1, 12]);
  expect(feature.filter(({ isChange }) => isChange)).toEqual([]);

  copyRepository(root);
  for (const file of [...base, ...feature]) writeRecipeFile(root, file);
  await node(['libs/contracts/generate.ts', 'bookmarks']);
  const generated = await import(join(root, 'tools/deploy/generate.ts'));
  expect(generated.generatedFiles().map(({ path }: { path: string }) => path)).toContain(
    'k8s/base/services/bookmarks.yaml',
  );

  const { startPlatform } = (await import(join(root, 'tools/platform.ts'))) as PlatformModule;
  const checked = checkCode();
  // Reported below, once the platform can be stopped.
  checked.catch(() => undefined);
  platform = await startPlatform({ dataDir });
  await checked;
  const { url, adminPassword } = platform;
  const address = '/bookmarks/api/bookmarks';
  expect((await fetch(url + address)).status).toBe(401);
  const api = await signIn(url, 'admin', adminPassword);
  const paris = { name: 'Paris', longitude: 2.35, latitude: 48.86 };
  const created = await api.send<{ id: number }>('POST', address, paris);
  expect(created).toMatchObject(paris);
  expect(await api.get(address)).toEqual([created]);
  await api.send('POST', `${address}/import`, [{ ...paris, name: 'Lyon' }]);
  await until('the worker has created the imported bookmark', async () => {
    return (await api.get<unknown[]>(address)).length === 2;
  });
  await runTests();
});

/** The parts of the repository that a service and its platform need, with its packages. */
function copyRepository(target: string): void {
  for (const path of ['libs', 'tools', 'apps/portal', 'docs/architecture.md', ...CONFIGURATION]) {
    cpSync(join(repositoryRoot, path), join(target, path), {
      recursive: true,
      filter: (source) => !/\/(node_modules|dist|web|assets|sample-data|test)$/.test(source),
    });
  }
  const packages = join(repositoryRoot, 'node_modules');
  mkdirSync(join(target, 'node_modules/@cairn'), { recursive: true });
  for (const name of readdirSync(packages).filter((each) => each !== '@cairn' && each !== '.cache'))
    symlinkSync(join(packages, name), join(target, 'node_modules', name));
  for (const name of readdirSync(join(target, 'libs')))
    symlinkSync(join('../../libs', name), join(target, 'node_modules/@cairn', name));
}

function writeRecipeFile(target: string, { path, content, isChange }: RecipeFile): void {
  const file = join(target, path);
  expect([path, existsSync(file)]).toEqual([path, isChange]);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, isChange ? applyChange(readFileSync(file, 'utf8'), content) : content);
}

/** Adds the lines that begin with + after the line before them. */
function applyChange(text: string, change: string): string {
  const lines = change.trimEnd().split('\n');
  const context = lines.find((line) => line.startsWith(' '))?.slice(1) ?? '';
  const added = lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1));
  expect(text).toContain(`${context}\n`);
  return text.replace(`${context}\n`, `${[context, ...added].join('\n')}\n`);
}

/** What `npm run check` says of the new service. */
async function checkCode(): Promise<void> {
  const config = { extends: './tsconfig.base.json', include: ['apps/bookmarks/**/*.ts'] };
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify(config));
  await node(['node_modules/typescript-native/bin/tsc', '--noEmit', '-p', 'tsconfig.json']);
  await node(['node_modules/oxlint/bin/oxlint', '--deny-warnings', 'apps/bookmarks']);
  expect(await checkImports(root)).toEqual({ passed: true, output: '' });
}

/** Runs the tests of the new service on the stores of the platform. */
async function runTests(): Promise<void> {
  const read = (name: string) => JSON.parse(readFileSync(join(dataDir, name), 'utf8'));
  const [secrets, { stores }] = [read('secrets.json'), read('run.json')];
  const env = {
    ...process.env,
    CAIRN_TEST_POSTGRES_URL: `postgres://postgres:${secrets.postgres}@127.0.0.1:${stores.postgres}/postgres`,
    CAIRN_TEST_REDIS_URL: `redis://:${secrets.redis}@127.0.0.1:${stores.redis}`,
  };
  await node(['node_modules/jest/bin/jest.js', '-c', 'apps/bookmarks/jest.config.js'], env);
}

/** Runs a script in the copy. @throws with what it printed. */
async function node([script = '', ...args]: string[], env = process.env): Promise<void> {
  await run(process.execPath, [join(root, script), ...args], { cwd: root, env }).catch(
    ({ stdout, stderr }: { stdout?: string; stderr?: string }) => {
      throw new Error(`${basename(script)} failed:\n${stdout}${stderr}`);
    },
  );
}
