import type pg from 'pg';
import type { ArchiveEntry } from './archive-entries.ts';

/** A foreign key as pg_restore writes it. */
interface ForeignKey {
  /** Quoted where they need it, with their schemas. */
  table: string;
  name: string;
  referenced: string;
  /** Without the semicolon. */
  statement: string;
  isValidated: boolean;
}

const NAME = String.raw`(?:"(?:[^"]|"")+"|[\p{L}_][\p{L}\p{N}_$]*)`;
const TABLE = `${NAME}\\.${NAME}`;
const COLUMNS = String.raw`\((?:PERIOD )?${NAME}(?:, (?:PERIOD )?${NAME})*\)`;
const STATEMENT = new RegExp(
  `^(ALTER TABLE (?:ONLY )?(${TABLE})\\n    ADD CONSTRAINT (${NAME}) FOREIGN KEY ${COLUMNS} REFERENCES (${TABLE})${COLUMNS}([^;"]*(?:${COLUMNS})?[^;"]*));$`,
  'gmu',
);

/** What became of a foreign key, for people, and whether it is there. */
interface Unchecked {
  sentence: string;
  isThere: boolean;
}

/** Reads the script that pg_restore writes for foreign keys alone; null when it is not understood to the last statement. */
export function readForeignKeys(script: string, count: number): ForeignKey[] | null {
  const keys = [...script.matchAll(STATEMENT)].map(([, statement, table, name, referenced, rest]) => ({
    statement: statement as string,
    table: table as string,
    name: name as string,
    referenced: referenced as string,
    isValidated: !(rest as string).endsWith(' NOT VALID'),
  }));
  return keys.length === count ? keys : null;
}

/**
 * Adds those foreign keys of superusers whose tables do not all belong to administrators, and does not check them. Returns what
 * became of each.
 */
export async function addUnsafe(
  client: pg.ClientBase,
  entries: ArchiveEntry[],
  keys: ForeignKey[] | null,
  administrators: string[],
): Promise<Map<ArchiveEntry, Unchecked>> {
  const added = new Map<ArchiveEntry, Unchecked>();
  for (const [at, entry] of entries.entries()) {
    const key = keys?.[at];
    const notUnderstood = `${entry.what}: not restored, because its definition was not understood`;
    if (!key) added.set(entry, { sentence: notUnderstood, isThere: false });
    else if (!(await belongsToAdministrators(client, key, administrators)))
      added.set(entry, await addUnchecked(client, key));
  }
  return added;
}

/** Whether both tables of a foreign key, and all of their partitions, belong to administrators. */
async function belongsToAdministrators(
  client: pg.ClientBase,
  { table, referenced }: ForeignKey,
  administrators: string[],
): Promise<boolean> {
  const { rows } = await client.query<{ theirs: boolean }>(
    `WITH RECURSIVE tables (oid) AS (
       SELECT to_regclass(name)::oid FROM unnest($1::text[]) name
       UNION SELECT i.inhrelid FROM pg_inherits i JOIN tables t ON i.inhparent = t.oid)
     SELECT coalesce(bool_and(pg_get_userbyid(c.relowner) = ANY($2)), false) AS theirs
       FROM tables t LEFT JOIN pg_class c USING (oid)`,
    [[table, referenced], administrators],
  );
  return rows[0]?.theirs ?? false;
}

/**
 * Adds a foreign key without checking the rows that are there: that query would be planned with the rights of this session, and
 * evaluate what other owners have put into the predicates of their indexes. Returns what became of it.
 */
async function addUnchecked(
  client: pg.ClientBase,
  { table, name, statement, isValidated }: ForeignKey,
): Promise<Unchecked> {
  const what = `foreign key ${name} of ${table}`;
  const why = 'because checking it would read tables that no superuser owns with the rights of a superuser';
  const { rows } = await client.query<{ kind: string }>(
    'SELECT relkind AS kind FROM pg_class WHERE oid = to_regclass($1)',
    [table],
  );
  // PostgreSQL checks the keys of partitioned tables always.
  if (rows[0]?.kind === 'p') return { sentence: `${what}: not restored, ${why}`, isThere: false };
  await client.query(isValidated ? `${statement} NOT VALID` : statement);
  return { sentence: `${what}: NOT VALID, ${why}`, isThere: true };
}
