import { execFile } from 'node:child_process';
import { findProgram } from './programs.ts';

export interface Limits {
  /** Private writable memory (RLIMIT_DATA); default 1.5 GiB. */
  memoryBytes?: number;
  /** Default 300. */
  cpuSeconds?: number;
  /** Largest file that the program may write; default 64 GiB. */
  fileBytes?: number;
}

export interface Fence {
  /** What to start instead of the program, so that it runs inside the fence. */
  wrap(program: string, args: string[], limits: Limits): { program: string; args: string[] };
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
  const withNetwork = unshare
    ? ((await works([unshare, '-n', '--'])) ?? (await works([unshare, '-r', '-n', '--'])))
    : null;
  const withDeath = setpriv ? await works([setpriv, '--pdeathsig', 'KILL', '--']) : null;
  const withLimits = prlimit ? await works([prlimit, '--core=0', '--']) : null;

  return {
    network: withNetwork !== null,
    limits: withLimits !== null,
    wrap(program, args, limits) {
      const { memoryBytes = 1.5 * 1024 ** 3, cpuSeconds = 300, fileBytes = 64 * 1024 ** 3 } = limits;
      const chain = [...(withNetwork ?? [])];
      if (withLimits && prlimit) {
        chain.push(prlimit, `--data=${memoryBytes}`, `--cpu=${cpuSeconds}`, `--fsize=${fileBytes}`);
        chain.push('--nofile=256', '--core=0', '--');
      }
      chain.push(...(withDeath ?? []), program, ...args);
      return { program: chain[0] as string, args: chain.slice(1) };
    },
  };
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
