// Plain JavaScript: this is the first file that runs, on any Node from 20 on, with no package installed.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensurePackages, pinnedNode } from './bootstrap/packages.mjs';
import { findProgram } from './bootstrap/programs.mjs';
import { ensurePrograms } from './bootstrap/system.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** @type {import("./bootstrap/system.mjs").Need[]} */
const servicePrograms = ['postgres', 'redis', 'gdal', 'bubblewrap', 'noto-cjk', 'rsync'];

/** @type {Record<string, { script: string, programs: import("./bootstrap/system.mjs").Need[] }>} */
const tasks = {
  start: { script: 'tools/start.ts', programs: [...servicePrograms] },
  test: {
    script: 'tools/test.ts',
    programs: [
      ...servicePrograms,
      'chromium',
      'poppler',
      'xmllint',
      'libreoffice',
      'qgis-server',
      'ssh-server',
    ],
  },
  bench: { script: 'bench/run.ts', programs: [...servicePrograms, 'ssh-server'] },
  check: { script: 'tools/check/run.ts', programs: ['kubectl'] },
};

try {
  main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function main() {
  const [name = '', ...args] = process.argv.slice(2);
  const task = tasks[name];
  if (!task) throw new Error(`Name a task: ${Object.keys(tasks).join(', ')}.`);
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20)
    throw new Error(
      `Node ${process.versions.node} is too old. Install Node 20 or newer from https://nodejs.org and try again.`,
    );
  if (process.platform === 'win32') throw new Error('Cairn runs on Linux and macOS. On Windows, use WSL.');
  ensurePackages(root);
  ensurePrograms(task.programs);
  handOver(pinnedNode(root), [join(root, task.script), ...args]);
}

/** @param {string} node @param {string[]} args */
function handOver(node, args) {
  const PATH = `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`;
  // If this process were killed, nothing would stop the platform.
  const setpriv = process.platform === 'linux' ? findProgram(['setpriv']) : null;
  const [program, ...rest] = [...(setpriv ? [setpriv, '--pdeathsig', 'TERM'] : []), node, ...args];
  const child = spawn(program ?? node, rest, { cwd: root, stdio: 'inherit', env: { ...process.env, PATH } });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 1 : (code ?? 1);
  });
}
