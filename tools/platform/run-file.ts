import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, mark, stopProcess, type ProcessMark } from '../stack/processes.ts';

interface RunRecord extends ProcessMark {
  url: string;
  parts: (ProcessMark & { name: string })[];
  /** Ports of PostgreSQL and Redis, for other processes that use them. */
  stores?: StorePorts;
}

export interface StorePorts {
  postgres: number;
  redis: number;
}

/** The file in a data directory that names the process that uses it. */
export interface RunFile {
  setUrl(url: string): void;
  setStores(ports: StorePorts): void;
  addPart(part: { pid: number; name: string }): void;
  remove(): void;
}

/**
 * Claims the data directory for this process, after stopping what a killed platform left running.
 *
 * @throws when another platform uses it
 */
export async function takeRunFile(dataDir: string): Promise<RunFile> {
  const file = join(dataDir, 'run.json');
  mkdirSync(dataDir, { recursive: true });
  const former = readRecord(file);
  if (former && isAlive(former)) {
    throw new Error(
      `Cairn is already running${former.url ? ` at ${former.url}` : ''} (process ${former.pid}). Stop it with Ctrl-C where it was started, or with "kill ${former.pid}".`,
    );
  }
  if (former) await Promise.all(former.parts.map((part) => stopProcess(part)));
  rmSync(file, { force: true });
  const record: RunRecord = { ...mark(process.pid), url: '', parts: [] };
  const write = (flag?: string) => writeFileSync(file, JSON.stringify(record), { mode: 0o600, flag });
  try {
    write('wx');
  } catch (error) {
    throw new Error('Another process is starting Cairn. Wait for it, or try again.', {
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

/** The ports of the stores of the platform that uses the directory, or null. */
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
