import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const own = `${host}.${process.pid}.${startTime(process.pid) ?? '0'}`;

/** A name for something temporary that tells which process made it: `<host>.<pid>.<start>~<random>`. */
export function temporaryName(): string {
  return `${own}~${randomUUID()}`;
}

/** Stands for an owner who gave something up. */
export const ABANDONED = 'abandoned';

/** The name of the mark beside an object that may not be referred to yet: its owner's name, then the object's key. */
export function markName(owner: string, key: string): string {
  return `${owner}~object~${key.replace('/', '_')}`;
}

/** The key in the name of a mark; null when the name is none. */
export function markedKey(path: string): string | null {
  return /~object~([0-9a-f]{2})_([0-9a-f]{64}-[0-9a-f]{8})$/.exec(path)?.slice(1).join('/') ?? null;
}

/** Whether the process that made a temporary name still runs; `unknown` when it ran on another machine. */
export function ownerState(name: string): 'alive' | 'gone' | 'unknown' {
  if (name.startsWith(`${ABANDONED}~`)) return 'gone';
  const [madeOn, pid, started] = (name.split('~')[0] ?? '').split('.');
  if (madeOn !== host || !pid) return 'unknown';
  return startTime(Number(pid)) === started ? 'alive' : 'gone';
}

/** Field 22 of /proc/<pid>/stat: with it a recycled process id is not taken for the process that had it before. */
function startTime(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
