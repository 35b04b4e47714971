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

/** What was done with a foreign key, for people, and whether it exists. */
interface UncheckedKey {
  sentence: string;
  exists: boolean;
}

/** Parses a script of pg_restore that contains only foreign keys; null unless every statement is understood. */
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

/** Adds foreign keys of superusers without checking them when their tables do not all belong to administrators. */
export async function addUncheckedKeys(
  client: pg.ClientBase,
  entries: ArchiveEntry[],
  keys: ForeignKey[] | null,
  administrators: string[],
): Promise<Map<ArchiveEntry, UncheckedKey>> {
  const added = new Map<ArchiveEntry, UncheckedKey>();
  for (const [at, entry] of entries.entries()) {
    const key = keys?.[at];
    const notParsed = `${entry.what}: not restored, because its definition could not be parsed`;
    if (!key) added.set(entry, { sentence: notParsed, exists: false });
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
 * Adds a foreign key without checking existing rows: that query would be planned with the rights of this session, and evaluate index
 * predicates of other owners.
 */
async function addUnchecked(
  client: pg.ClientBase,
  { table, name, statement, isValidated }: ForeignKey,
): Promise<UncheckedKey> {
  const what = `foreign key ${name} of ${table}`;
  const reason = 'because checking it as a superuser would read tables of other roles';
  const { rows } = await client.query<{ kind: string }>(
    'SELECT relkind AS kind FROM pg_class WHERE oid = to_regclass($1)',
    [table],
  );
  // Foreign keys of partitioned tables cannot be NOT VALID.
  if (rows[0]?.kind === 'p') return { sentence: `${what}: not restored, ${reason}`, exists: false };
  await client.query(isValidated ? `${statement} NOT VALID` : statement);
  return { sentence: `${what}: NOT VALID, ${reason}`, exists: true };
}
