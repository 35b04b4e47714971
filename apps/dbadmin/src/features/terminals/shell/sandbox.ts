import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, lstat, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { PROGRAMS, RUN, fillRoot, gathering } from './root-folder.ts';

const run = promisify(execFile);

/** An unused account: what runs under it owns nothing. */
const UID = 60_714;
/** psql keeps a whole answer in memory before it shows it. */
const MEMORY_BYTES = 512 * 1024 * 1024;

const FOLDER = 'cairn-shell-';
const FOLDER_OF = /^cairn-shell-(\d+)-/;

const NEEDED = ['unshare', 'mount', 'chroot', 'chmod', 'env', 'bash', 'setpriv', 'prlimit', 'ldd'] as const;
type Tool = (typeof NEEDED)[number];

/** A command that runs a program inside. */
export interface Enclosed {
  program: string;
  args: string[];
}

export interface Sandbox {
  uid: number;
  /** A folder for one session, in which its socket will be seen as `/run`. */
  sessionFolder(): Promise<string>;
  /** How to run a program of the sandbox for a session, with exactly this environment. */
  enclose(program: string, choice: EncloseChoice): Promise<Enclosed>;
  remove(): Promise<void>;
}

export interface EncloseChoice {
  args: string[];
  env: Record<string, string>;
  sessionFolder: string;
}

/** Thrown when this machine does not allow the sandbox; its message is a sentence for administrators. */
export class NoSandbox extends Error {
  override readonly name = 'NoSandbox';
}

/**
 * A place where a program can do nothing but talk: a user of its own, no child processes, no file to write, a root folder that
 * holds itself and its libraries, no network but one socket. Throws NoSandbox where this machine does not allow it.
 */
export async function createSandbox(): Promise<Sandbox> {
  if (process.platform !== 'linux') throw new NoSandbox('it needs Linux.');
  if (process.getuid?.() !== 0) throw new NoSandbox('the service does not run as root.');
  const tools = findTools();
  if (await hasAccount(UID)) throw new NoSandbox(`there is an account with the number ${UID}.`);
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
    async enclose(program, { args, env, sessionFolder }) {
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
            ...Object.entries({ ...env, ...gathering() }).map(([name, value]) => `${name}=${value}`),
          ],
          ...[tools.chroot, root],
          ...[inside('setpriv'), `--reuid=${UID}`, `--regid=${UID}`, '--clear-groups', '--no-new-privs'],
          ...['--inh-caps=-all', '--bounding-set=-all', '--pdeathsig=KILL', '--'],
          ...[
            inside('prlimit'),
            '--nproc=0',
            '--fsize=0',
            '--core=0',
            '--nofile=64',
            `--data=${MEMORY_BYTES}`,
          ],
          ...['--', inside(program), ...args],
        ],
      };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };

  /** Made on first use: most services open no shell for days. */
  function rootFor(program: string): Promise<string> {
    const known = roots.get(program);
    if (known) return known;
    const made = makeRoot(program);
    roots.set(program, made);
    made.catch(() => roots.delete(program));
    return made;
  }

  async function makeRoot(program: string): Promise<string> {
    const root = await mkdtemp(join(folder, 'root-'));
    await fillRoot(root, [program, tools.setpriv, tools.prlimit], tools.ldd);
    // The programs run under another account, and files of this process are for its own alone.
    await run(tools.chmod, ['-R', 'a+rX', root]);
    return root;
  }

  return sandbox;
}

/** Whether a program really runs inside, and cannot have children there. Throws NoSandbox. */
export async function tryOut(sandbox: Sandbox, program: string): Promise<void> {
  const sessionFolder = await sandbox.sessionFolder();
  try {
    const enclosed = await sandbox.enclose(program, { args: ['--version'], env: {}, sessionFolder });
    await run(enclosed.program, enclosed.args, { env: {}, timeout: 10_000 });
  } catch (error) {
    const said = String((error as { stderr?: unknown }).stderr ?? '')
      .trim()
      .split('\n')[0];
    throw new NoSandbox(`the kernel does not allow it${said ? ` (${said.slice(0, 200)})` : ''}.`);
  } finally {
    await rm(sessionFolder, { recursive: true, force: true });
  }
}

/**
 * For bash, before it becomes another program: the service's own files are open in whatever it starts, because node-pty does not
 * mark its pseudo-terminals as files to close.
 */
export const CLOSE_INHERITED_FILES = `
for number in /proc/self/fd/*; do
  number=\${number##*/}
  if [ "$number" -gt 2 ]; then eval "exec $number>&-"; fi
done`;

/** Runs in the new namespaces, before any right is given up. */
const ENTER = `set -e${CLOSE_INHERITED_FILES}
"$1" --bind "$2" "$3"
shift 3
exec "$@"`;

/** Removes what processes left that were killed. Only what is root's alone: others may have put things there as well. */
async function sweepFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = FOLDER_OF.exec(name)?.[1];
    if (!pid || existsSync(`/proc/${pid}`)) continue;
    const path = join(tmpdir(), name);
    const { uid, mode } = await lstat(path);
    if (uid === 0 && (mode & 0o777) === 0o700) await rm(path, { recursive: true, force: true });
  }
}

function inside(program: string): string {
  return `${PROGRAMS}/${basename(program)}`;
}

function findTools(): Record<Tool, string> {
  const folders = ['/usr/sbin', '/usr/bin', '/sbin', '/bin'];
  const found = NEEDED.map((name) => {
    const path = folders.map((folder) => join(folder, name)).find(existsSync);
    if (!path) throw new NoSandbox(`the program "${name}" is missing.`);
    return [name, path] as const;
  });
  return Object.fromEntries(found) as Record<Tool, string>;
}

async function hasAccount(uid: number): Promise<boolean> {
  const accounts = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return accounts.split('\n').some((line) => line.split(':')[2] === String(uid));
}
