import { readFile } from 'node:fs/promises';
import { SSL_MODES } from '@cairn/db';
import { AppError } from '@cairn/service';
import type { DatabaseService } from '../types.ts';

const MAX_BYTES = 1024 * 1024;

/** Where database services come from. */
export interface DatabaseServiceSource {
  /** Services by name. @throws {AppError} bad_gateway when the source cannot be read. */
  list(): Promise<DatabaseService[]>;
}

/**
 * Reads a connection service file of PostgreSQL (https://www.postgresql.org/docs/current/libpq-pgservice.html), which QGIS and other
 * clients use too, each time: an operator changes it while the vault runs. Without a path there are no services.
 */
export function createServiceFile(path: string | undefined): DatabaseServiceSource {
  return {
    async list() {
      if (path === undefined) return [];
      const text = await readFile(path, 'utf8').catch((cause: unknown) => {
        throw unreadable(cause);
      });
      if (text.length > MAX_BYTES) throw unreadable(new Error('too large'));
      return parseServiceFile(text).toSorted((a, b) => a.name.localeCompare(b.name));
    },
  };
}

/** Entries without a host, database or user are left out: for libpq they depend on the machine that connects. */
export function parseServiceFile(text: string): DatabaseService[] {
  const sections = new Map<string, Record<string, string>>();
  let current: Record<string, string> | undefined;
  for (const line of text.split(/\r?\n/).map((each) => each.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const name = /^\[(.+)\]$/.exec(line)?.[1];
    if (name !== undefined) {
      // libpq uses the first of several sections with one name.
      current = {};
      if (!sections.has(name)) sections.set(name, current);
      continue;
    }
    const at = line.indexOf('=');
    if (current && at > 0) current[line.slice(0, at).trim()] = line.slice(at + 1).trim();
  }
  return [...sections].flatMap(([name, values]) => toService(name, values) ?? []);
}

function toService(name: string, values: Record<string, string>): DatabaseService | null {
  const { host, dbname, user, password = '' } = values;
  const port = Number(values.port ?? 5432);
  if (!host || !dbname || !user || !Number.isInteger(port) || port < 1 || port > 65_535) return null;
  const sslmode = SSL_MODES.find((mode) => mode === values.sslmode);
  return { name, host, port, database: dbname, user, password, ...(sslmode ? { sslmode } : {}) };
}

function unreadable(cause: unknown): AppError {
  return new AppError({
    kind: 'bad_gateway',
    code: 'vault.services_unreadable',
    message: 'The list of database services cannot be read. Ask the operator to check PGSERVICEFILE.',
    cause,
  });
}
