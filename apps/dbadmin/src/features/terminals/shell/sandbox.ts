import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, lstat, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { PROGRAMS, RUN, fillChroot, stdoutBuffering } from './chroot-folder.ts';

const run = promisify(execFile);

/** An unused account, which owns no files. */
const UID = 60_714;
/** psql keeps a whole result in memory before it shows it. */
const MEMORY_BYTES = 512 * 1024 * 1024;

const FOLDER = 'cairn-shell-';
const FOLDER_OF = /^cairn-shell-(\d+)-/;

const TOOLS = ['unshare', 'mount', 'chroot', 'chmod', 'env', 'bash', 'setpriv', 'prlimit', 'ldd'] as const;
type Tool = (typeof TOOLS)[number];

/** A command that runs a program in the sandbox. */
export interface SandboxedCommand {
  program: string;
  args: string[];
}

export interface Sandbox {
  uid: number;
  /** Creates the folder of one session, which is mounted as `/run`. */
  sessionFolder(): Promise<string>;
  /** The command that runs a program for a session, with exactly this environment. */
  wrap(program: string, choice: SandboxedRun): Promise<SandboxedCommand>;
  remove(): Promise<void>;
}

export interface SandboxedRun {
  args: string[];
  env: Record<string, string>;
  sessionFolder: string;
}

/** This machine does not allow the sandbox; the message is for administrators. */
export class SandboxUnavailable extends Error {
  override readonly name = 'SandboxUnavailable';
}

/**
 * A sandbox for interactive programs: an account of its own, no child processes, no writable files, a root folder with the program
 * and its libraries only, no network but one socket.
 * @throws {SandboxUnavailable}
 */
export async function createSandbox(): Promise<Sandbox> {
  if (process.platform !== 'linux') throw new SandboxUnavailable('it needs Linux.');
  if (process.getuid?.() !== 0) throw new SandboxUnavailable('the service does not run as root.');
  const tools = findTools();
  if (await hasAccount(UID)) throw new SandboxUnavailable(`the account number ${UID} is in use.`);
  await sweepFolders();
  const folder = await mkdtemp(join(tmpdir(), `${FOLDER}${process.pid}-`));
  const roots = new Map<string, Promise<string>>();
  const sandbox: Sandbox = {
    uid: UID,
    async sessionFolder() {
      const path = await mkdtemp(join(folder, 's-'));
      await chmod(path, 0o755);
      return path;
    },
    async wrap(program, { args, env, sessionFolder }) {
      const root = await rootFor(program);
      return {
        program: tools.unshare,
        args: [
          ...['--mount', '--net', '--ipc', '--uts', '--'],
          ...[tools.bash, '--noprofile', '--norc', '-c', ENTER, 'enter'],
          ...[tools.mount, sessionFolder, join(root, RUN)],
          ...[
            tools.env,
            '-i',
            ...Object.entries({ ...env, ...stdoutBuffering() }).map(([name, value]) => `${name}=${value}`),
          ],
          ...[tools.chroot, root],
          ...[pathInside('setpriv'), `--reuid=${UID}`, `--regid=${UID}`, '--clear-groups', '--no-new-privs'],
          ...['--inh-caps=-all', '--bounding-set=-all', '--pdeathsig=KILL', '--'],
          ...[
            pathInside('prlimit'),
            '--nproc=0',
            '--fsize=0',
            '--core=0',
            '--nofile=64',
            `--data=${MEMORY_BYTES}`,
          ],
          ...['--', pathInside(program), ...args],
        ],
      };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };

  /** Created on first use: most services open no shell for days. */
  function rootFor(program: string): Promise<string> {
    const existing = roots.get(program);
    if (existing) return existing;
    const root = makeRoot(program);
    roots.set(program, root);
    root.catch(() => roots.delete(program));
    return root;
  }

  async function makeRoot(program: string): Promise<string> {
    const root = await mkdtemp(join(folder, 'root-'));
    await fillChroot(root, [program, tools.setpriv, tools.prlimit], tools.ldd);
    // The programs run under another account, which cannot read files of this process.
    await run(tools.chmod, ['-R', 'a+rX', root]);
    return root;
  }

  return sandbox;
}

/** Checks that a program really runs in the sandbox. @throws {SandboxUnavailable} */
export async function probeSandbox(sandbox: Sandbox, program: string): Promise<void> {
  const sessionFolder = await sandbox.sessionFolder();
  try {
    const command = await sandbox.wrap(program, { args: ['--version'], env: {}, sessionFolder });
    await run(command.program, command.args, { env: {}, timeout: 10_000 });
  } catch (error) {
    const said = String((error as { stderr?: unknown }).stderr ?? '')
      .trim()
      .split('\n')[0];
    throw new SandboxUnavailable(`the kernel does not allow it${said ? ` (${said.slice(0, 200)})` : ''}.`);
  } finally {
    await rm(sessionFolder, { recursive: true, force: true });
  }
}

/**
 * For bash, before it executes another program: child processes inherit files of this service, because node-pty does not open its
 * pseudo-terminals with O_CLOEXEC.
 */
export const CLOSE_INHERITED_FILES = `
for number in /proc/self/fd/*; do
  number=\${number##*/}
  if [ "$number" -gt 2 ]; then eval "exec $number>&-"; fi
done`;

/** Runs in the new namespaces, before privileges are dropped. */
const ENTER = `set -e${CLOSE_INHERITED_FILES}
"$1" --bind "$2" "$3"
shift 3
exec "$@"`;

/** Removes folders of killed processes, but only private folders of root: other users may create folders there too. */
async function sweepFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = FOLDER_OF.exec(name)?.[1];
    if (!pid || existsSync(`/proc/${pid}`)) continue;
    const path = join(tmpdir(), name);
    const { uid, mode } = await lstat(path);
    if (uid === 0 && (mode & 0o777) === 0o700) await rm(path, { recursive: true, force: true });
  }
}

function pathInside(program: string): string {
  return `${PROGRAMS}/${basename(program)}`;
}

function findTools(): Record<Tool, string> {
  const folders = ['/usr/sbin', '/usr/bin', '/sbin', '/bin'];
  const found = TOOLS.map((name) => {
    const path = folders.map((folder) => join(folder, name)).find(existsSync);
    if (!path) throw new SandboxUnavailable(`the program "${name}" is missing.`);
    return [name, path] as const;
  });
  return Object.fromEntries(found) as Record<Tool, string>;
}

async function hasAccount(uid: number): Promise<boolean> {
  const accounts = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return accounts.split('\n').some((line) => line.split(':')[2] === String(uid));
}
