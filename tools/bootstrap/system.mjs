// Plain JavaScript: this runs on any Node from 20 on, before a single package is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { aptInstall, hasPackage } from './apt.mjs';
import {
  findBubblewrap,
  findChromium,
  findPostgres,
  findProgram,
  findRedis,
  hasCjkFonts,
  hasCompiler,
  hasGdal,
  hasPoppler,
  hasQgisServer,
  hasRsync,
  hasSshServer,
  nodeHeaders,
} from './programs.mjs';

/** @typedef {'postgres' | 'redis' | 'gdal' | 'bubblewrap' | 'chromium' | 'kubectl' | 'compiler' | 'noto-cjk' | 'poppler' | 'xmllint' | 'libreoffice' | 'qgis-server' | 'rsync' | 'ssh-server'} Need */

const titles = {
  postgres: 'PostgreSQL 15 or newer with PostGIS',
  redis: 'Redis 6.2 or newer, or Valkey',
  gdal: 'GDAL 3.6 or newer',
  bubblewrap: 'bubblewrap (the sandbox for external programs)',
  chromium: 'Chromium (for the browser tests)',
  kubectl: 'kubectl (to render the Kubernetes files)',
  compiler: 'a C++ compiler (for the terminals)',
  'noto-cjk': 'the fonts Noto Sans CJK (for reports with Chinese, Japanese and Korean text)',
  poppler: "poppler's programs (to read PDF files in tests)",
  xmllint: 'xmllint (to check XML files in tests)',
  libreoffice: 'LibreOffice Writer, Calc and Impress (to open Office files in tests)',
  'qgis-server': 'QGIS Server and spawn-fcgi (to draw published GIS projects)',
  rsync: 'rsync 3.2.3 or newer and an SSH client (to copy files of field projects)',
  'ssh-server': 'an SSH server (to copy files to in tests)',
};

/** @type {Record<Need, () => boolean>} */
const checks = {
  postgres: () => findPostgres() !== null,
  redis: () => findRedis() !== null,
  gdal: hasGdal,
  // bubblewrap exists on Linux only; on other systems the services print what to do at start.
  bubblewrap: () => process.platform !== 'linux' || findBubblewrap() !== null,
  chromium: () => findChromium() !== null,
  kubectl: () => findProgram(['kubectl']) !== null,
  compiler: hasCompiler,
  // On other systems reports name the characters that no font has.
  'noto-cjk': () => process.platform !== 'linux' || hasCjkFonts(),
  poppler: hasPoppler,
  xmllint: () => findProgram(['xmllint']) !== null,
  libreoffice: () => findProgram(['soffice']) !== null,
  'qgis-server': hasQgisServer,
  rsync: hasRsync,
  'ssh-server': hasSshServer,
};

/**
 * Ensures that programs are installed: installs them as root on Debian-based systems, else prints how to.
 * @param {Need[]} needs
 */
export function ensurePrograms(needs) {
  const missing = missingOf(needs);
  if (missing.length === 0) return;
  const names = missing.map((need) => titles[need]).join(', ');
  if (findProgram(['apt-get']) && process.getuid?.() === 0) {
    console.log(`Installing with apt (a minute or two): ${names} …`);
    aptInstall((version) => debianPackages(missing, version));
  } else {
    throw new Error(
      `This is missing: ${names}.\nInstall it with:\n\n  ${installCommand(missing)}\n\nand run the same command again.`,
    );
  }
  const still = missingOf(needs);
  if (still.length > 0) {
    throw new Error(
      `${still.map((need) => titles[need]).join(', ')} could not be installed from the archives of this system. Install it by hand and try again.`,
    );
  }
}

/**
 * Installs the compiler where that is possible without asking. The platform also runs without it: only the terminals need
 * it, and their page reports that it is missing.
 */
export function ensureCompiler() {
  if (hasCompiler() || !findProgram(['apt-get']) || process.getuid?.() !== 0) return;
  ensurePrograms(['compiler']);
}

/** @param {Need[]} needs @returns {Need[]} */
function missingOf(needs) {
  return needs.filter((need) => !checks[need]());
}

/**
 * @param {Need[]} needs
 * @param {string} postgresVersion the newest that the archives have with PostGIS
 * @returns {string[]}
 */
function debianPackages(needs, postgresVersion) {
  const packages = {
    postgres: [`postgresql-${postgresVersion}`, `postgresql-${postgresVersion}-postgis-3`],
    redis: ['redis-server'],
    gdal: ['gdal-bin'],
    bubblewrap: ['bubblewrap', 'util-linux'],
    chromium: [
      hasPackage('chromium-headless-shell') ? 'chromium-headless-shell' : 'chromium',
      'fonts-dejavu-core',
    ],
    kubectl: ['kubernetes-client'],
    compiler: ['g++', 'make', 'python3', ...(nodeHeaders() ? [] : ['libnode-dev'])],
    'noto-cjk': ['fonts-noto-cjk'],
    poppler: ['poppler-utils'],
    xmllint: ['libxml2-utils'],
    libreoffice: ['libreoffice-writer-nogui', 'libreoffice-calc-nogui', 'libreoffice-impress-nogui'],
    'qgis-server': ['qgis-server', 'spawn-fcgi', 'fonts-dejavu-core'],
    rsync: ['rsync', 'openssh-client'],
    'ssh-server': ['openssh-server'],
  };
  return needs.flatMap((need) => packages[need]);
}

/** @param {Need[]} needs @returns {string} the command for this system */
function installCommand(needs) {
  const sudo = process.getuid?.() === 0 ? '' : 'sudo ';
  if (findProgram(['apt-get'])) {
    const packages = debianPackages(needs, archivedPostgres()).join(' ');
    return `${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends ${packages}`;
  }
  const systems = [
    {
      program: 'dnf',
      command: `${sudo}dnf install -y`,
      postgres: 'postgresql-server postgis',
      redis: 'valkey',
      gdal: 'gdal',
      bubblewrap: 'bubblewrap',
      chromium: 'chromium',
      kubectl: 'kubernetes-client',
      compiler: 'gcc-c++ make python3 nodejs-devel',
      'noto-cjk': 'google-noto-sans-cjk-fonts',
      poppler: 'poppler-utils',
      xmllint: 'libxml2',
      libreoffice: 'libreoffice-writer libreoffice-calc libreoffice-impress',
      'qgis-server': 'qgis-server spawn-fcgi',
      rsync: 'rsync openssh-clients',
      'ssh-server': 'openssh-server',
    },
    {
      program: 'zypper',
      command: `${sudo}zypper install -y`,
      postgres: 'postgresql-server postgis',
      redis: 'valkey',
      gdal: 'gdal',
      bubblewrap: 'bubblewrap',
      chromium: 'chromium',
      kubectl: 'kubernetes-client',
      compiler: 'gcc-c++ make python3',
      'noto-cjk': 'noto-sans-cjk-fonts',
      poppler: 'poppler-tools',
      xmllint: 'libxml2-tools',
      libreoffice: 'libreoffice',
      'qgis-server': 'qgis-server spawn-fcgi',
      rsync: 'rsync openssh-clients',
      'ssh-server': 'openssh-server',
    },
    {
      program: 'pacman',
      command: `${sudo}pacman -S --needed`,
      postgres: 'postgresql postgis',
      redis: 'valkey',
      gdal: 'gdal',
      bubblewrap: 'bubblewrap',
      chromium: 'chromium',
      kubectl: 'kubectl',
      compiler: 'gcc make python',
      'noto-cjk': 'noto-fonts-cjk',
      poppler: 'poppler',
      xmllint: 'libxml2',
      libreoffice: 'libreoffice-fresh',
      'qgis-server': 'qgis fcgi',
      rsync: 'rsync openssh',
      'ssh-server': 'openssh',
    },
    {
      program: 'apk',
      command: `${sudo}apk add`,
      postgres: 'postgresql postgis',
      redis: 'valkey',
      gdal: 'gdal-tools',
      bubblewrap: 'bubblewrap',
      chromium: 'chromium',
      kubectl: 'kubectl',
      compiler: 'g++ make python3 nodejs-dev',
      'noto-cjk': 'font-noto-cjk',
      poppler: 'poppler-utils',
      xmllint: 'libxml2-utils',
      libreoffice: 'libreoffice',
      'qgis-server': 'qgis-server spawn-fcgi',
      rsync: 'rsync openssh-client',
      'ssh-server': 'openssh-server',
    },
    {
      program: 'brew',
      command: 'brew install',
      postgres: 'postgresql@17 postgis',
      redis: 'redis',
      gdal: 'gdal',
      bubblewrap: '',
      chromium: '--cask chromium',
      kubectl: 'kubernetes-cli',
      compiler: 'gcc make python3',
      'noto-cjk': '',
      poppler: 'poppler',
      xmllint: 'libxml2',
      libreoffice: '--cask libreoffice',
      'qgis-server': '--cask qgis',
      rsync: 'rsync',
      'ssh-server': '',
    },
  ];
  const system = systems.find(({ program }) => findProgram([program]));
  if (!system) return `your system's package manager: ${needs.map((need) => titles[need]).join(', ')}`;
  return `${system.command} ${needs.map((need) => system[need]).join(' ')}`;
}

/** @returns {string} the PostgreSQL version of the archives, as far as they are known without an update */
function archivedPostgres() {
  const apt = findProgram(['apt-cache']);
  const found = apt
    ? spawnSync(apt, ['search', '--names-only', '^postgresql-[0-9]+-postgis-3$'], { encoding: 'utf8' }).stdout
    : '';
  const versions = [...(found ?? '').matchAll(/^postgresql-(\d+)-postgis-3/gm)].map((match) =>
    Number(match[1]),
  );
  if (versions.length > 0) return String(Math.max(...versions));
  return { bookworm: '15', trixie: '17', noble: '16', plucky: '17' }[codename()] ?? '15';
}

/** @returns {string} */
function codename() {
  if (!existsSync('/etc/os-release')) return '';
  return /^VERSION_CODENAME=(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? '';
}
