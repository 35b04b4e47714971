import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import type pg from 'pg';
import { findLocalServer } from '../servers/local-server.ts';

/** The resources of a server; null when it runs on another machine. */
export interface Machine {
  memory: number | null;
  /** The size of the disk with the server's data. */
  disk: number | null;
  inRecovery: boolean;
  /** Whether the server uses huge pages, and so may require them. */
  hasHugePages: boolean;
}

export async function readMachine(client: pg.ClientBase): Promise<Machine> {
  const { rows } = await client.query<{ recovery: boolean; huge: string | null }>(
    `SELECT pg_is_in_recovery() AS recovery,
       (SELECT setting FROM pg_settings WHERE name = 'huge_pages_status') AS huge`,
  );
  const [row] = rows;
  const here = await findLocalServer(client);
  return {
    memory: here ? ownMemory() : null,
    disk: here && (await diskSize(here.folder)),
    inRecovery: row?.recovery ?? false,
    hasHugePages: row?.huge === 'on',
  };
}

/** The memory of the machine, or the limit of the container. */
function ownMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

async function diskSize(folder: string): Promise<number> {
  const { blocks, bsize } = await statfs(folder);
  return blocks * bsize;
}
