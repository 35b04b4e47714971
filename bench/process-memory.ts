import { readFileSync, readdirSync } from 'node:fs';

const EVERY_MS = 50;

interface ProcessPeak {
  name: string;
  /** VmHWM in bytes. */
  bytes: number;
}

/**
 * Watches all processes that a process starts, directly or not, until `stop`, which returns the peak of each. A process that ends within
 * 50 ms may be missed, and of each the growth in its last 50 ms.
 */
export function watchDescendants(pid: number): { stop(): ProcessPeak[] } {
  const peaks = new Map<number, ProcessPeak>();
  const timer = setInterval(() => {
    for (const each of descendantsOf(pid)) {
      const peak = readPeak(each);
      if (peak) peaks.set(each, peak);
    }
  }, EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      return [...peaks.values()];
    },
  };
}

/** Processor time of a process so far, in milliseconds; without that of its children. */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  // utime and stime, in ticks of 10 ms (proc(5)).
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function descendantsOf(pid: number): number[] {
  const children = orNothing(() =>
    readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')
        .trim()
        .split(' ')
        .filter(Boolean)
        .map(Number),
    ),
  );
  return (children ?? []).flatMap((child) => [child, ...descendantsOf(child)]);
}

function readPeak(pid: number): ProcessPeak | null {
  return orNothing(() => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const of = (name: string) => new RegExp(`^${name}:\\s+(.+?)(?: kB)?$`, 'm').exec(status)?.[1] ?? '';
    return { name: of('Name'), bytes: Number(of('VmHWM')) * 1024 };
  });
}

/** Null if the process has ended. */
function orNothing<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
