// Plain JavaScript: this runs on any Node from 20 on, before a single package is installed.
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const extraFolders = [
  '/usr/local/bin',
  '/usr/bin',
  '/bin',
  '/usr/sbin',
  '/sbin',
  '/opt/homebrew/bin',
  '/usr/local/sbin',
];

/**
 * Absolute path of the first of the named programs that can be run, or null.
 * @param {string[]} names
 * @returns {string | null}
 */
export function findProgram(names) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...extraFolders];
  for (const name of names) {
    for (const folder of folders) {
      if (folder && isExecutable(join(folder, name))) return join(folder, name);
    }
  }
  return null;
}

/**
 * The bin folder of the newest PostgreSQL server from version 15 on that has PostGIS, or null.
 * @returns {{ bin: string, version: number } | null}
 */
export function findPostgres() {
  const candidates = postgresFolders()
    .map((bin) => ({ bin, version: postgresVersion(bin) }))
    .filter(({ bin, version }) => version >= 15 && hasPostgis(bin, version));
  return candidates.sort((a, b) => b.version - a.version)[0] ?? null;
}

/** @returns {string | null} a Redis from 6.2 on, or a Valkey */
export function findRedis() {
  const program = findProgram(['valkey-server', 'redis-server']);
  if (!program) return null;
  const [, major = '0', minor = '0'] = /v=(\d+)\.(\d+)/.exec(run(program, ['--version'])) ?? [];
  return Number(major) * 100 + Number(minor) >= 602 ? program : null;
}

/** @returns {boolean} whether GDAL's programs from 3.6 on are there */
export function hasGdal() {
  const programs = ['gdalinfo', 'gdal_translate', 'gdalwarp', 'ogr2ogr', 'ogrinfo'];
  const gdalinfo = findProgram(['gdalinfo']);
  if (!gdalinfo || programs.some((name) => !findProgram([name]))) return false;
  const [, major = '0', minor = '0'] = /GDAL (\d+)\.(\d+)/.exec(run(gdalinfo, ['--version'])) ?? [];
  return Number(major) * 100 + Number(minor) >= 306;
}

/** @returns {boolean} whether the programs that read PDF files are there */
export function hasPoppler() {
  return ['pdfinfo', 'pdftotext', 'pdffonts', 'pdftoppm'].every((name) => findProgram([name]) !== null);
}

/** @returns {boolean} whether Noto Sans CJK is where the packages of a distribution, or FONTS_ROOT, have it */
export function hasCjkFonts() {
  const folders = [
    '/usr/share/fonts/opentype/noto',
    '/usr/share/fonts/google-noto-sans-cjk-fonts',
    '/usr/share/fonts/noto-cjk',
    '/usr/share/fonts/noto',
    '/usr/share/fonts/truetype',
    ...(process.env.FONTS_ROOT ? [process.env.FONTS_ROOT] : []),
  ];
  return folders.some((folder) => existsSync(join(folder, 'NotoSansCJK-Regular.ttc')));
}

/** @returns {boolean} whether QGIS Server is there, and the program that gives it a socket */
export function hasQgisServer() {
  const programs = [
    '/usr/lib/cgi-bin/qgis_mapserv.fcgi',
    '/usr/libexec/qgis/qgis_mapserv.fcgi',
    '/usr/lib/qgis/qgis_mapserv.fcgi',
    '/usr/bin/qgis_mapserv.fcgi',
  ];
  return findProgram(['spawn-fcgi']) !== null && programs.some(isExecutable);
}

/** @returns {boolean} whether rsync from 3.2.3 on, which creates missing folders, and an SSH client are there */
export function hasRsync() {
  const rsync = findProgram(['rsync']);
  if (!rsync || !findProgram(['ssh'])) return false;
  return isRsyncRecent(run(rsync, ['--version']));
}

/** @param {string} text what `rsync --version` prints @returns {boolean} */
export function isRsyncRecent(text) {
  const [, ...parts] = /^rsync +version v?(\d+)\.(\d+)\.(\d+)/m.exec(text) ?? [];
  const [major = 0, minor = 0, patch = 0] = parts.map(Number);
  return major * 10_000 + minor * 100 + patch >= 30_203;
}

/** @returns {boolean} whether an SSH server is there, which tests start for themselves */
export function hasSshServer() {
  return findProgram(['sshd']) !== null && findProgram(['ssh-keygen']) !== null;
}

/** @returns {string | null} */
export function findBubblewrap() {
  return findProgram(['bwrap']);
}

/** @returns {boolean} whether packages can be compiled: node-pty, which the terminals use, is built at installation */
export function hasCompiler() {
  const programs = [['c++', 'g++', 'clang++'], ['make', 'gmake'], ['python3']];
  return programs.every((names) => findProgram(names) !== null) && nodeHeaders() !== null;
}

/** @returns {string | null} the folder whose include/node holds Node's headers */
export function nodeHeaders() {
  const folders = [join(dirname(process.execPath), '..'), '/usr', '/usr/local', '/opt/homebrew'];
  return folders.find((folder) => existsSync(join(folder, 'include', 'node', 'node_api.h'))) ?? null;
}

/** @returns {string | null} the build without a window first: a page takes about a fifth less processor time in it */
export function findChromium() {
  const names = [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ];
  return findProgram(names);
}

/** @returns {string[]} */
function postgresFolders() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian)
    ? readdirSync(debian).map((version) => join(debian, version, 'bin'))
    : [];
  const onPath = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const others = [
    '/usr/bin',
    '/usr/local/bin',
    '/usr/local/pgsql/bin',
    '/opt/homebrew/opt/postgresql@17/bin',
  ];
  return [...new Set([...versions, ...onPath, ...others])].filter(
    (bin) => isExecutable(join(bin, 'postgres')) && isExecutable(join(bin, 'initdb')),
  );
}

/** @param {string} bin @returns {number} */
function postgresVersion(bin) {
  return Number(/(\d+)/.exec(run(join(bin, 'postgres'), ['--version']))?.[1] ?? 0);
}

/** @param {string} bin @param {number} version @returns {boolean} */
function hasPostgis(bin, version) {
  const shares = [
    `/usr/share/postgresql/${version}`,
    '/usr/share/pgsql',
    join(bin, '..', 'share'),
    join(bin, '..', 'share', 'postgresql'),
  ];
  if (isExecutable(join(bin, 'pg_config'))) shares.push(run(join(bin, 'pg_config'), ['--sharedir']).trim());
  return shares.some((share) => existsSync(join(share, 'extension', 'postgis.control')));
}

/** @param {string} program @param {string[]} args @returns {string} */
function run(program, args) {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}

/** @param {string} path @returns {boolean} */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
