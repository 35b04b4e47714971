import { accessSync, constants, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { badRequest } from '@cairn/service';

/** The programs of one major version of PostgreSQL, by absolute path. */
export interface PgPrograms {
  major: number;
  dump: string;
  restore: string;
}

export type FindPgPrograms = (serverVersion: number) => PgPrograms;

/**
 * Finds pg_dump and pg_restore for a server, given its `server_version_num`: those of its own major version, else of the next newer
 * one that is installed. An older pg_dump refuses the server, and a much newer pg_restore uses statements that an old server lacks.
 * Call it before a job is enqueued.
 * @throws {AppError} bad_request when none fits.
 */
export function findPgPrograms(root: string): FindPgPrograms {
  return (serverVersion) => {
    const needed = Math.floor(serverVersion / 10_000);
    const installed = installedMajors(root).find((major) => major >= needed);
    if (installed !== undefined) return programsOf(root, installed);
    throw badRequest(
      'dbadmin.tools_missing',
      `The server runs PostgreSQL ${needed} but no pg_dump of that version or newer is installed here. Ask the operator to install the package postgresql-client-${needed}.`,
    );
  };
}

/** Ascending. */
function installedMajors(root: string): number[] {
  return entries(root)
    .map(Number)
    .filter((major) => Number.isInteger(major) && major >= 10)
    .filter((major) => Object.values(programsOf(root, major)).slice(1).every(isExecutable))
    .sort((a, b) => a - b);
}

function programsOf(root: string, major: number): PgPrograms {
  const bin = join(root, String(major), 'bin');
  return { major, dump: join(bin, 'pg_dump'), restore: join(bin, 'pg_restore') };
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isExecutable(path: string | number): boolean {
  try {
    accessSync(String(path), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
