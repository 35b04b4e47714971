import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../bootstrap/programs.mjs';
import { repositoryRoot } from '../topology.ts';
import { buildah } from './buildah.ts';

/** Take the places of debian:bookworm-slim and node:24-bookworm-slim where no container registry can be reached. */
export const DEBIAN_IMAGE = 'localhost/cairn-debian';
export const NODE_IMAGE = 'localhost/cairn-node';

const SUITE = 'bookworm';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const ARCHIVE = 'http://deb.debian.org/debian';
const SECURITY = 'http://deb.debian.org/debian-security';
/** What the image is not run with: package lists and downloads, documentation, translations. */
const LEFT_OUT = [
  'var/lib/apt/lists',
  'var/cache/apt',
  'usr/share/doc',
  'usr/share/man',
  'usr/share/locale',
  'usr/share/info',
];

/**
 * Makes both images unless they exist: Debian by debootstrap, and on it the pinned Node of this checkout with this machine's npm
 * and Node's headers. Both trust the certificate authorities that this machine trusts.
 */
export function ensureBaseImages(): void {
  if (hasImage(DEBIAN_IMAGE) && hasImage(NODE_IMAGE)) return;
  const root = mkdtempSync(join(tmpdir(), 'cairn-base-'));
  try {
    execFileSync('debootstrap', ['--variant=minbase', SUITE, root, ARCHIVE], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const sources = [`${ARCHIVE} ${SUITE}`, `${ARCHIVE} ${SUITE}-updates`, `${SECURITY} ${SUITE}-security`];
    writeFileSync(
      join(root, 'etc/apt/sources.list'),
      sources.map((source) => `deb ${source} main\n`).join(''),
    );
    for (const folder of LEFT_OUT) rmSync(join(root, folder), { recursive: true, force: true });
    mkdirSync(join(root, 'var/cache/apt/archives/partial'), { recursive: true });
    if (existsSync(CERTIFICATES)) cpSync(CERTIFICATES, join(root, CERTIFICATES), { dereference: true });
    commitImage(root, DEBIAN_IMAGE);
    addNode(root);
    commitImage(root, NODE_IMAGE);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function hasImage(name: string): boolean {
  return buildah(['images', '--format', '{{.Name}}']).split('\n').includes(name);
}

function addNode(root: string): void {
  const local = join(root, 'usr/local');
  cpSync(join(repositoryRoot, 'node_modules/node/bin/node'), join(local, 'bin/node'), { dereference: true });
  const npm = readNpmFolder();
  cpSync(npm, join(local, 'lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true });
  for (const [name, script] of [
    ['npm', 'npm-cli.js'],
    ['npx', 'npx-cli.js'],
  ] as const)
    execFileSync('ln', ['-sf', `../lib/node_modules/npm/bin/${script}`, join(local, 'bin', name)]);
  const headers = ['/usr/include/node', '/usr/local/include/node'].find((folder) => existsSync(folder));
  if (headers) cpSync(headers, join(local, 'include/node'), { recursive: true });
}

/** Folder of the npm that this machine runs. */
function readNpmFolder(): string {
  const program = execFileSync('readlink', ['-f', findProgram(['npm']) ?? 'npm'], {
    encoding: 'utf8',
  }).trim();
  const folder = join(program, '../..');
  const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string };
  if (name !== 'npm') throw new Error(`${folder} is not the folder of npm.`);
  return folder;
}

function commitImage(root: string, name: string): void {
  const container = buildah(['from', 'scratch']);
  try {
    buildah(['add', '--quiet', container, root, '/']);
    buildah(['config', '--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, container]);
    buildah(['commit', '--quiet', container, name]);
  } finally {
    buildah(['rm', container]);
  }
}
