import type { Level } from './types.ts';

export type ObjectKind = 'database' | 'schema' | 'table' | 'sequence';

const ALL: Record<ObjectKind, string[]> = {
  database: ['CONNECT', 'TEMPORARY', 'CREATE'],
  schema: ['USAGE', 'CREATE'],
  table: ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'],
  sequence: ['SELECT', 'USAGE', 'UPDATE'],
};

/** What a level means for each kind of object. Views count as tables; functions are open to everybody already. */
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

/** As GRANT takes it. All of a later version may be more than we know of. */
export function spoken(level: Level, kind: ObjectKind): string {
  return level === 'admin' ? 'ALL' : privilegesOf(level, kind).join(', ');
}

export function privilegesOf(level: Level, kind: ObjectKind): string[] {
  return PRIVILEGES[level][kind];
}
