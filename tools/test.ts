import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { printedProgress } from './platform/progress.ts';
import { buildWeb, webState } from './platform/web-build.ts';
import { startEphemeralStack } from './stack/ephemeral.ts';
import { readTally, tallyLine } from './tally.ts';
import { existingServices, repositoryRoot } from './topology.ts';

/** `npm test`: an ephemeral stack, fresh pages, every project's tests, one last line with the sum. */
async function main(): Promise<number> {
  const progress = printedProgress();
  const counts = mkdtempSync(join(tmpdir(), 'cairn-counts-'));
  const stop = stopRequest();
  const stack = await progress.step('PostgreSQL with PostGIS, Redis', () =>
    startEphemeralStack({ inMemory: true }),
  );
  try {
    for (const { name } of existingServices()) {
      if (webState(name) === 'stale') await progress.step(`Pages of ${name}`, () => buildWeb(name));
    }
    const code = await runProjects({ ...stack.env, CAIRN_TEST_COUNTS: counts }, stop);
    return summarise(code, counts);
  } finally {
    await stack.stop();
    rmSync(counts, { recursive: true, force: true });
  }
}

/** Projects that take minutes, the longest first. */
const LONG_PROJECTS = [
  'e2e',
  'vault',
  'field-sync',
  'dbadmin',
  'report-mgmt',
  'report-server',
  'portal',
  'report-engine',
];

/**
 * Two projects at a time, the longest first, so that no processor is idle at the end; more at a time make tests wait for each other
 * until they run into their time limits. The others take the processor time that the browser leaves. Arguments, such as
 * `--projects=vault`, replace this arrangement.
 */
async function runProjects(env: NodeJS.ProcessEnv, stop: AbortSignal): Promise<number> {
  const args = process.argv.slice(2);
  if (args.length > 0) return await runNx(['--parallel=2', ...args], env, { stop, niceness: 0 });
  const waiting = [
    ...LONG_PROJECTS.map((name) => [`--projects=${name}`]),
    [`--exclude=${LONG_PROJECTS.join(',')}`, '--parallel=1'],
  ];
  const runWaiting = async (): Promise<number> => {
    let code = 0;
    for (let choice = waiting.shift(); choice; choice = waiting.shift()) {
      const niceness = choice[0] === '--projects=e2e' ? 0 : 5;
      code = Math.max(code, await runNx(choice, env, { stop, niceness }));
    }
    return code;
  };
  return Math.max(...(await Promise.all([runWaiting(), runWaiting()])));
}

async function runNx(
  choice: string[],
  env: NodeJS.ProcessEnv,
  { stop, niceness }: { stop: AbortSignal; niceness: number },
): Promise<number> {
  const nx = join(repositoryRoot, 'node_modules/nx/dist/bin/nx.js');
  const program = existsSync(nx) ? nx : join(repositoryRoot, 'node_modules/nx/bin/nx.js');
  const args = ['run-many', '-t', 'test', '--skip-nx-cache', '--output-style=static'];
  return await new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...args, ...choice], {
      cwd: repositoryRoot,
      stdio: 'inherit',
      env: {
        CAIRN_TEST_WORKERS: '1',
        // Node compiles a service once, not at each of several hundred starts.
        NODE_COMPILE_CACHE: join(repositoryRoot, 'node_modules/.cache/cairn-tests'),
        ...process.env,
        ...env,
        NX_DAEMON: 'false',
        NX_TUI: 'false',
        NX_NO_CLOUD: 'true',
      },
    });
    if (child.pid) setPriority(child.pid, niceness);
    stop.addEventListener('abort', () => child.kill('SIGTERM'));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** A project that dies before Jest can count is a failure as well, whatever the counts say. */
function summarise(code: number, folder: string): number {
  const tally = readTally(folder);
  if (code !== 0 && tally.failed === 0) {
    console.error('A project ended before its tests were counted. Its message is above.');
    tally.failed = 1;
  }
  // Repeated at the end, so that the last lines of a long log list the failures.
  for (const failure of tally.failures) console.log(failure);
  if (tally.skipped > 0) console.log(`${tally.skipped} tests were skipped.`);
  console.log(tallyLine(tally));
  return tally.failed === 0 && tally.passed > 0 ? 0 : 1;
}

function stopRequest(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => controller.abort());
  return controller.signal;
}

try {
  process.exit(await main());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log(tallyLine({ passed: 0, failed: 1 }));
  process.exit(1);
}
