// Plain JavaScript: this runs on any Node from 20 on, before a single package is installed.
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const policyFile = '/usr/sbin/policy-rc.d';
const clusterFile = '/etc/postgresql-common/createcluster.conf';
const clusterTemplate = '/usr/share/postgresql-common/createcluster.conf';

/**
 * Installs packages without starting services: Cairn runs its own PostgreSQL and Redis, and its tests an SSH server, so the
 * packages must neither create a cluster nor start a service, now or at the next boot.
 * @param {(postgresVersion: string) => string[]} choosePackages gets the newest PostgreSQL that has PostGIS
 */
export function aptInstall(choosePackages) {
  const services = ['redis-server', 'ssh'].filter((name) => !hasUnit(name));
  const undo = [keepServicesStopped(), keepClustersUnmade()];
  const finish = () => undo.splice(0).forEach((step) => step());
  // Ctrl-C reaches apt as well; the temporary policies are removed in every case.
  process.once('exit', finish);
  try {
    apt(['update']);
    apt([
      'install',
      '-y',
      '--no-install-recommends',
      '-o',
      'Dpkg::Options::=--force-confold',
      ...choosePackages(newestPostgres()),
    ]);
    for (const name of services)
      if (hasUnit(name)) spawnSync('systemctl', ['disable', '--quiet', name], { stdio: 'ignore' });
  } finally {
    finish();
    process.removeListener('exit', finish);
  }
}

/**
 * The output goes to a file; the last lines are shown when it fails.
 * @param {string[]} args
 */
function apt(args) {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-apt-'));
  const file = join(folder, 'log');
  const log = openSync(file, 'w');
  try {
    const options = [
      '-q',
      '-o',
      'DPkg::Lock::Timeout=300',
      '-o',
      'Acquire::Retries=3',
      '-o',
      'Dpkg::Use-Pty=0',
    ];
    const { status } = spawnSync('apt-get', [...options, ...args], {
      stdio: ['ignore', log, log],
      env: {
        ...process.env,
        DEBIAN_FRONTEND: 'noninteractive',
        UCF_FORCE_CONFFOLD: '1',
        RUNLEVEL: '1',
        LC_ALL: 'C.UTF-8',
      },
    });
    if (status === 0) return;
    const last = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-25).join('\n');
    throw new Error(
      `${last}\n"apt-get ${args[0]}" failed. Its last lines are above. Fix the cause (often the network) and try again.`,
    );
  } finally {
    closeSync(log);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} name @returns {boolean} whether systemd knows a service */
function hasUnit(name) {
  return ['/lib', '/usr/lib'].some((folder) => existsSync(`${folder}/systemd/system/${name}.service`));
}

/** @returns {string} */
function newestPostgres() {
  const { stdout } = spawnSync('apt-cache', ['search', '--names-only', '^postgresql-[0-9]+-postgis-3$'], {
    encoding: 'utf8',
  });
  const versions = [...(stdout ?? '').matchAll(/^postgresql-(\d+)-postgis-3/gm)].map((match) =>
    Number(match[1]),
  );
  const newest = Math.max(0, ...versions);
  if (newest < 15) {
    throw new Error(
      'The archives of this system have no PostgreSQL 15 with PostGIS. Add the archive of https://wiki.postgresql.org/wiki/Apt and try again.',
    );
  }
  return String(newest);
}

/** @returns {() => void} */
function keepServicesStopped() {
  if (existsSync(policyFile)) return () => undefined;
  writeFileSync(policyFile, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  return () => rmSync(policyFile, { force: true });
}

/** @returns {() => void} */
function keepClustersUnmade() {
  // If postgresql-common is installed, keep the settings of its administrator.
  if (existsSync(clusterFile) || existsSync(clusterTemplate)) return () => undefined;
  mkdirSync(dirname(clusterFile), { recursive: true });
  writeFileSync(clusterFile, 'create_main_cluster = false\n');
  return () => {
    if (existsSync(clusterTemplate)) copyFileSync(clusterTemplate, clusterFile);
    else rmSync(clusterFile, { force: true });
  };
}

/** @param {string} name @returns {boolean} whether the archives have a package, as far as they are known without an update */
export function hasPackage(name) {
  return spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0;
}
