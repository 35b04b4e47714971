import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const own = `${host}.${process.pid}.${startTime(process.pid) ?? '0'}`;

/** A name for a temporary file that identifies its process: `<host>.<pid>.<start>~<random>`. */
export function temporaryName(): string {
  return `${own}~${randomUUID()}`;
}

/** Whether a temporary name is one of this process. */
export function isOwnName(name: string): boolean {
  return name.startsWith(`${own}~`);
}

/** In place of the process of a deferred object. */
export const ABANDONED = 'abandoned';

/** The name of the mark of an unconfirmed object: the owner's name, then the object's key. */
export function markName(owner: string, key: string): string {
  return `${owner}~object~${key.replace('/', '_')}`;
}

/** The key in the name of a mark, or null. */
export function markedKey(path: string): string | null {
  return /~object~([0-9a-f]{2})_([0-9a-f]{64}-[0-9a-f]{8})$/.exec(path)?.slice(1).join('/') ?? null;
}

/** Whether the process of a temporary name still runs; `unknown` when it ran on another machine. */
export function ownerState(name: string): 'alive' | 'gone' | 'unknown' {
  if (name.startsWith(`${ABANDONED}~`)) return 'gone';
  const [onHost, pid, started] = (name.split('~')[0] ?? '').split('.');
  if (onHost !== host || !pid) return 'unknown';
  return startTime(Number(pid)) === started ? 'alive' : 'gone';
}

/** Field 22 of /proc/<pid>/stat, which distinguishes a process from an earlier one with the same id. */
function startTime(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
