import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, mark, stopProcess, type ProcessMark } from '../stack/processes.ts';

interface RunRecord extends ProcessMark {
  url: string;
  parts: (ProcessMark & { name: string })[];
  /** Where PostgreSQL and Redis listen, for who wants to join them. */
  stores?: StorePorts;
}

export interface StorePorts {
  postgres: number;
  redis: number;
}

/** The note under a data directory of who runs it; thrown as an error when somebody does. */
export interface RunFile {
  setUrl(url: string): void;
  setStores(ports: StorePorts): void;
  addPart(part: { pid: number; name: string }): void;
  remove(): void;
}

/**
 * Takes the data directory for this process. What a killed platform left running is stopped first.
 *
 * @throws when a platform runs on it already.
 */
export async function takeRunFile(dataDir: string): Promise<RunFile> {
  const file = join(dataDir, 'run.json');
  mkdirSync(dataDir, { recursive: true });
  const former = readRecord(file);
  if (former && isAlive(former)) {
    throw new Error(
      `Cairn is running already${former.url ? ` at ${former.url}` : ''} (process ${former.pid}). Stop it with Ctrl-C where it was started, or with "kill ${former.pid}".`,
    );
  }
  if (former) await Promise.all(former.parts.map((part) => stopProcess(part)));
  rmSync(file, { force: true });
  const record: RunRecord = { ...mark(process.pid), url: '', parts: [] };
  const write = (flag?: string) => writeFileSync(file, JSON.stringify(record), { mode: 0o600, flag });
  try {
    write('wx');
  } catch (error) {
    throw new Error('Cairn is being started by another process at this moment. Wait for it, or try again.', {
      cause: error,
    });
  }
  return {
    setUrl: (url) => {
      record.url = url;
      write();
    },
    setStores: (ports) => {
      record.stores = { postgres: ports.postgres, redis: ports.redis };
      write();
    },
    addPart: ({ pid, name }) => {
      // A restarted part replaces the one that ended.
      record.parts = [...record.parts.filter((part) => part.name !== name), { ...mark(pid), name }];
      write();
    },
    remove: () => rmSync(file, { force: true }),
  };
}

/** The ports of the stores of a platform that runs on the directory at this moment, or null. */
export function runningStores(dataDir: string): StorePorts | null {
  const record = readRecord(join(dataDir, 'run.json'));
  return record && isAlive(record) ? (record.stores ?? null) : null;
}

function readRecord(file: string): RunRecord | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RunRecord;
  } catch {
    return null;
  }
}
