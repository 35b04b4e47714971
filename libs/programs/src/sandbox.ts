import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './find-program.ts';
import { prepareJobFolder } from './job-folder.ts';
import { systemFolders, viewArgs } from './sandbox-view.ts';
import type { Command, Limits, SandboxOptions } from './types.ts';

/**
 * Isolation of external programs, strongest first.
 * `account`: bubblewrap started by root; a separate account, only the job's folder, no other process, no network.
 * `user-namespace`: bubblewrap in a user namespace; the same, but under the account of the service.
 * `network`: no sandbox; programs see the files of the service, but no network. `none`: not even that.
 */
export type Protection = 'account' | 'user-namespace' | 'network' | 'none';

/** An unused account, which owns the files that programs write. The sandbox of psql uses the next number. */
export const PROGRAM_ACCOUNT = 60_713;

export interface Sandbox {
  protection: Protection;
  /** Whether memory, processor time and file size are limited. */
  limits: boolean;
  /** Why there is no stronger protection; a sentence for the operator. */
  reason: string | null;
  /** The command that starts a program in the sandbox. */
  wrap(command: Command, options: SandboxOptions): Promise<Command>;
  /** The same for the administrator's programs, which need the whole machine: only limits and the network apply. */
  limit(command: Command, options: Pick<SandboxOptions, 'network' | 'limits'>): Command;
}

let probed: Promise<Sandbox> | null = null;

/** Detects once what this machine allows, by trying it. */
export function probeSandbox(): Promise<Sandbox> {
  probed ??= probe();
  return probed;
}

/** Whether the operator accepts programs that run without a sandbox. */
export function allowsUnsandboxed(): boolean {
  return process.env.ALLOW_UNSANDBOXED_PROGRAMS === 'true';
}

/** Thrown where programs have no sandbox and the operator has not accepted that. */
export class NoSandboxError extends Error {
  constructor(reason: string) {
    super(
      `Programs such as GDAL cannot run in a sandbox here: ${reason} Fix that, or set ALLOW_UNSANDBOXED_PROGRAMS=true to let them read every file of this service.`,
    );
    this.name = 'NoSandboxError';
  }
}

async function probe(): Promise<Sandbox> {
  const tools = findTools();
  const limiter = tools.prlimit && (await works({ program: tools.prlimit, args: ['--core=0', '--'] }));
  const { bubblewrap, reason } = await probeBubblewrap(tools);
  const withoutNetwork = await probeNetwork(tools.unshare);
  const dying = tools.setpriv ? [tools.setpriv, '--pdeathsig', 'KILL', '--'] : [];
  const withDeath = dying[0] && (await works(toCommand(dying))) ? dying : [];
  const prlimit = limiter ? tools.prlimit : null;

  function limit(
    { program, args }: Command,
    { network = 'none', limits = {} }: Pick<SandboxOptions, 'network' | 'limits'>,
  ): Command {
    return toCommand([
      ...(network === 'none' ? withoutNetwork : []),
      ...limitArgs(prlimit, limits),
      ...withDeath,
      program,
      ...args,
    ]);
  }

  return {
    protection: bubblewrap?.protection ?? (withoutNetwork.length > 0 ? 'network' : 'none'),
    limits: prlimit !== null,
    reason,
    limit,
    async wrap(command, options) {
      if (!bubblewrap) {
        if (!allowsUnsandboxed()) throw new NoSandboxError(reason ?? '');
        return limit(command, options);
      }
      const account = options.ownAccount ? null : bubblewrap.account;
      if (options.cwd !== undefined) await prepareJobFolder(options.cwd, account);
      const inside = bubblewrap.wrap(command, options);
      return toCommand([...limitArgs(prlimit, options.limits ?? {}), ...inside]);
    },
  };
}

type Tools = Record<'bwrap' | 'setpriv' | 'prlimit' | 'unshare', string | null>;

function findTools(): Tools {
  return {
    bwrap: findProgram('bwrap'),
    setpriv: findProgram('setpriv'),
    prlimit: findProgram('prlimit'),
    unshare: findProgram('unshare'),
  };
}

interface Bubblewrap {
  protection: 'account' | 'user-namespace';
  /** Owner of the files in a job's folder; null for the account of this process. */
  account: number | null;
  wrap(command: Command, options: SandboxOptions): string[];
}

/** Starts a program in each kind of sandbox until one works. */
async function probeBubblewrap({
  bwrap,
  setpriv,
}: Tools): Promise<{ bubblewrap: Bubblewrap | null; reason: string | null }> {
  if (process.platform !== 'linux') return { bubblewrap: null, reason: 'the sandbox needs Linux.' };
  if (!bwrap) return { bubblewrap: null, reason: 'bubblewrap (the program "bwrap") is not installed.' };
  const system = systemFolders();
  const candidates: Bubblewrap[] = [
    ...(process.getuid?.() === 0 && setpriv && !(await hasAccount(PROGRAM_ACCOUNT))
      ? [
          {
            protection: 'account' as const,
            account: PROGRAM_ACCOUNT,
            wrap: (command: Command, options: SandboxOptions) => [
              ...[bwrap, ...NAMESPACES, ...networkArgs(options), ...viewArgs(command, options, system)],
              ...(options.ownAccount ? FILE_PRIVILEGES : toProgramAccount(setpriv)),
              ...[command.program, ...command.args],
            ],
          },
        ]
      : []),
    {
      protection: 'user-namespace',
      account: null,
      wrap: (command, options) => [
        ...[bwrap, '--unshare-user', ...NAMESPACES, ...networkArgs(options)],
        ...[...viewArgs(command, options, system), '--', command.program, ...command.args],
      ],
    },
  ];
  for (const candidate of candidates)
    if (await startsIn(candidate)) return { bubblewrap: candidate, reason: null };
  return {
    bubblewrap: null,
    reason: 'the kernel or the container runtime does not allow bubblewrap to create namespaces.',
  };
}

async function hasAccount(number: number): Promise<boolean> {
  const accounts = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return accounts.split('\n').some((line) => line.split(':')[2] === String(number));
}

const NAMESPACES = [
  ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
  '--die-with-parent',
];

/** As root, but over files only. */
const FILE_PRIVILEGES = [
  ...['--cap-drop', 'ALL', '--cap-add', 'CAP_CHOWN', '--cap-add', 'CAP_DAC_OVERRIDE'],
  ...['--cap-add', 'CAP_FOWNER', '--'],
];

function toProgramAccount(setpriv: string): string[] {
  return [
    ...['--cap-drop', 'ALL', '--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID'],
    ...['--cap-add', 'CAP_SETPCAP', '--', setpriv],
    ...[`--reuid=${PROGRAM_ACCOUNT}`, `--regid=${PROGRAM_ACCOUNT}`, '--clear-groups'],
    ...['--no-new-privs', '--inh-caps=-all', '--bounding-set=-all', '--'],
  ];
}

function networkArgs({ network = 'none' }: SandboxOptions): string[] {
  return network === 'none' ? ['--unshare-net'] : [];
}

/** Whether a program starts in the sandbox with a job's folder, which needs more privileges than without. */
async function startsIn({ account, wrap }: Bubblewrap): Promise<boolean> {
  const cwd = await mkdtemp(join(tmpdir(), 'cairn-probe-'));
  try {
    await prepareJobFolder(cwd, account);
    const [program, ...args] = wrap({ program: '/bin/sh', args: ['-c', ': > written'] }, { cwd });
    return await succeeds({ program: program as string, args }, cwd);
  } catch {
    return false;
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

/** The command prefix for a separate network namespace: as root, else through a user namespace. */
async function probeNetwork(unshare: string | null): Promise<string[]> {
  for (const prefix of unshare
    ? [
        [unshare, '-n', '--'],
        [unshare, '-r', '-n', '--'],
      ]
    : [])
    if (await works(toCommand(prefix))) return prefix;
  return [];
}

function limitArgs(
  prlimit: string | null,
  { memoryBytes = 1.5 * 1024 ** 3, cpuSeconds = 300, fileBytes = 64 * 1024 ** 3 }: Limits,
): string[] {
  if (prlimit === null) return [];
  return [
    ...[prlimit, `--data=${memoryBytes}`],
    ...(cpuSeconds === null ? [] : [`--cpu=${cpuSeconds}`]),
    ...(fileBytes === null ? [] : [`--fsize=${fileBytes}`]),
    ...['--nofile=256', '--core=0', '--'],
  ];
}

function toCommand([program, ...args]: string[]): Command {
  return { program: program as string, args };
}

/** Whether a program starts with a command prefix. */
function works({ program, args }: Command): Promise<boolean> {
  return succeeds({ program, args: [...args, '/bin/true'] });
}

function succeeds({ program, args }: Command, cwd?: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: 5_000, env: {}, cwd }, (error) => resolve(error === null));
  });
}
