// Plain JavaScript: this runs on any Node from 20 on, before a single package is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeHeaders } from './programs.mjs';
import { ensureCompiler } from './system.mjs';

/**
 * Installs the packages of package-lock.json unless exactly those are installed.
 * @param {string} root
 */
export function ensurePackages(root) {
  if (packagesAreFresh(root)) return;
  ensureCompiler();
  const headers = nodeHeaders();
  console.log('Installing the packages of package-lock.json (a minute or two on a fresh machine) …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    // `npm ci` run by `npm start --omit=dev` or under NODE_ENV=production would leave out half of what is needed.
    env: {
      ...process.env,
      NODE_ENV: 'development',
      npm_config_omit: '',
      npm_config_include: 'dev',
      // node-gyp uses these headers instead of downloading them.
      ...(headers ? { npm_config_nodedir: headers } : {}),
    },
  });
  if (status !== 0) {
    throw new Error(
      'The packages could not be installed. Read the message of npm above, fix the cause and try again.',
    );
  }
}

/**
 * The pinned Node, which runs TypeScript without a build.
 * @param {string} root
 * @returns {string}
 */
export function pinnedNode(root) {
  const node = join(root, 'node_modules', 'node', 'bin', 'node');
  if (spawnSync(node, ['--version']).status === 0) return node;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  throw new Error(
    'The pinned Node 24 is not installed: the install script of the package "node" did not run. Run "npm rebuild node" (without ignore-scripts) and try again.',
  );
}

/**
 * Compares npm's record of the last installation with the lock file.
 * @param {string} root
 * @returns {boolean}
 */
export function packagesAreFresh(root) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = lockedPackages(join(root, 'package-lock.json'));
  const installed = lockedPackages(record);
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/')) return true;
    if (entry.link) return existsSync(join(root, path));
    // The lock file also lists builds for other platforms, which are not installed.
    if (entry.optional || entry.os || entry.cpu || entry.peer) return true;
    return installed[path]?.version === entry.version;
  });
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, link?: boolean, optional?: boolean, os?: string[], cpu?: string[], peer?: boolean }>}
 */
function lockedPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}
