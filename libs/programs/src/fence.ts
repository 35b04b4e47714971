import { execFile } from 'node:child_process';
import { findProgram } from './find-program.ts';

export interface Limits {
  /** Private writable memory (RLIMIT_DATA); default 1.5 GiB. */
  memoryBytes?: number;
  /** Default 300; null for a program that takes as long as its data do. */
  cpuSeconds?: number | null;
  /** Largest file that the program may write; default 64 GiB, null for whatever the disk holds. */
  fileBytes?: number | null;
}

/** `none`: a network namespace of its own without even a loopback. `open`: for programs that must reach a server. */
export type Network = 'none' | 'open';

export interface Fence {
  /** What to start instead of the program, so that it runs inside the fence. */
  wrap(
    program: string,
    args: string[],
    limits: Limits,
    network?: Network,
  ): { program: string; args: string[] };
  /** Whether programs run in a network namespace of their own, in which there is not even a loopback. */
  network: boolean;
  /** Whether memory, processor time and file size are limited. */
  limits: boolean;
}

let probed: Promise<Fence> | null = null;

/**
 * Finds out once what this machine allows: a network namespace (as root, or through a user namespace), resource limits,
 * and dying together with the process that started the program.
 */
export function probeFence(): Promise<Fence> {
  probed ??= probe();
  return probed;
}

async function probe(): Promise<Fence> {
  const unshare = findProgram('unshare');
  const prlimit = findProgram('prlimit');
  const setpriv = findProgram('setpriv');
  const withoutNetwork = unshare
    ? ((await works([unshare, '-n', '--'])) ?? (await works([unshare, '-r', '-n', '--'])))
    : null;
  const withDeath = setpriv ? await works([setpriv, '--pdeathsig', 'KILL', '--']) : null;
  const withLimits = prlimit ? await works([prlimit, '--core=0', '--']) : null;

  return {
    network: withoutNetwork !== null,
    limits: withLimits !== null,
    wrap(program, args, limits, network = 'none') {
      const chain = network === 'none' ? [...(withoutNetwork ?? [])] : [];
      if (withLimits && prlimit) chain.push(prlimit, ...limitArgs(limits), '--');
      chain.push(...(withDeath ?? []), program, ...args);
      return { program: chain[0] as string, args: chain.slice(1) };
    },
  };
}

function limitArgs({
  memoryBytes = 1.5 * 1024 ** 3,
  cpuSeconds = 300,
  fileBytes = 64 * 1024 ** 3,
}: Limits): string[] {
  return [
    `--data=${memoryBytes}`,
    ...(cpuSeconds === null ? [] : [`--cpu=${cpuSeconds}`]),
    ...(fileBytes === null ? [] : [`--fsize=${fileBytes}`]),
    '--nofile=256',
    '--core=0',
  ];
}

/** The prefix itself when a program starts behind it, else null. */
function works(prefix: string[]): Promise<string[] | null> {
  const [program, ...args] = prefix as [string, ...string[]];
  return new Promise((resolve) => {
    execFile(program, [...args, '/bin/true'], { timeout: 5_000, env: {} }, (error) =>
      resolve(error ? null : prefix),
    );
  });
}
