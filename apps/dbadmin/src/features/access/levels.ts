import type { Level } from './types.ts';

export type ObjectKind = 'database' | 'schema' | 'table' | 'sequence';

const ALL: Record<ObjectKind, string[]> = {
  database: ['CONNECT', 'TEMPORARY', 'CREATE'],
  schema: ['USAGE', 'CREATE'],
  table: ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'],
  sequence: ['SELECT', 'USAGE', 'UPDATE'],
};

/** The privileges of each level by kind of object. Views count as tables; PUBLIC may execute functions by default. */
const PRIVILEGES: Record<Level, Record<ObjectKind, string[]>> = {
  readonly: { database: ['CONNECT'], schema: ['USAGE'], table: ['SELECT'], sequence: ['SELECT'] },
  readwrite: {
    database: ['CONNECT', 'TEMPORARY'],
    schema: ['USAGE'],
    table: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
    sequence: ['SELECT', 'USAGE', 'UPDATE'],
  },
  admin: ALL,
};

/** The privileges of a level for GRANT. ALL includes privileges that later versions add. */
export function privilegeList(level: Level, kind: ObjectKind): string {
  return level === 'admin' ? 'ALL' : privilegesOf(level, kind).join(', ');
}

export function privilegesOf(level: Level, kind: ObjectKind): string[] {
  return PRIVILEGES[level][kind];
}
