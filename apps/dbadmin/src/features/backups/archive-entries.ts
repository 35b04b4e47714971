import { unprocessable } from '@cairn/service';

/**
 * When an entry of an archive is restored: schemas and extensions first, then definitions, then rows with the indexes and
 * constraints on them, then privileges, then materialized views, which are computed with these, and event triggers last, because
 * they would fire for everything after them.
 */
export type Phase = 'groundwork' | 'definitions' | 'rows' | 'privileges' | 'refreshes' | 'event triggers';

export interface ArchiveEntry {
  /** As `pg_restore --list` writes it and `--use-list` reads it. */
  line: string;
  /** Its number in the archive. */
  id: string;
  /** The ids of the entries that it depends on, as `pg_restore --list --verbose` names them. */
  dependsOn: string[];
  phase: Phase;
  /** `table`: rows of a table, for which its defaults, checks and types are evaluated; null for definitions. */
  data: 'table' | 'other' | null;
  /** What it restores and its name, such as `TABLE public roads`. */
  what: string;
  /** null where the archive names none, for example for casts. */
  owner: string | null;
  /** Whether a superuser must restore it, whatever its owner; restoring these evaluates no user's expression. */
  isAdministrative: boolean;
}

/** An id, the system catalog and the number of the object there, and then what it is, its schema, its name and its owner. */
const ENTRY = /^(\d+); (\d+) \d+ (.+)$/;
/** The line after an entry. */
const DEPENDS_ON = /^;\tdepends on:((?: \d+)+)$/;

/** OIDs of system catalogs whose objects only superusers create, or create for others (`src/include/catalog`). */
const ADMINISTRATIVE = new Set([
  '2601', // pg_am
  '2605', // pg_cast
  '2612', // pg_language
  '2613', // pg_largeobject
  '2615', // pg_namespace
  '2616', // pg_opclass
  '2753', // pg_opfamily
  '3079', // pg_extension
  '826', // pg_default_acl
  '1417', // pg_foreign_server
  '2328', // pg_foreign_data_wrapper
  '3466', // pg_event_trigger
  '3576', // pg_transform
  '3601', // pg_ts_parser
  '3764', // pg_ts_template
  '6100', // pg_subscription
  '6104', // pg_publication
  '6106', // pg_publication_rel
  '6237', // pg_publication_namespace
]);
const NAMESPACE = '2615';
const EXTENSION = '3079';
const DEFAULT_ACL = '826';
const EVENT_TRIGGER = '3466';
/** The number of entries that are not objects of a catalog. */
const NONE = '0';
/** A predefined role whose only member is the owner of the database. It owns the schema public, which often has a comment. */
const DATABASE_OWNER = 'pg_database_owner';

/**
 * Parses the output of `pg_restore --list --verbose`. Names in it may be anything, so only the number of the catalog and the word at the
 * beginning decide, which no name can imitate.
 * @throws {AppError} unprocessable for an owner that is not in `roles`, and for entries that cannot be restored with the rights of
 * their owner.
 */
export function readEntries(list: string, roles: Iterable<string>): ArchiveEntry[] {
  const names = [...roles];
  let phase: Phase = 'definitions';
  const lines = list.split('\n');
  return lines.flatMap((line, at) => {
    const [, id, catalog, rest] = ENTRY.exec(line) ?? [];
    if (id === undefined || catalog === undefined || rest === undefined) return [];
    const [, needed] = DEPENDS_ON.exec(lines[at + 1] ?? '') ?? [];
    const dependsOn = needed?.trim().split(' ') ?? [];
    const owner = findOwner(rest, names);
    const what = rest.slice(0, rest.length - 1 - (owner?.length ?? 0));
    const is = (begin: string) => catalog === NONE && rest.startsWith(begin);
    const isOfDatabaseOwner = owner === DATABASE_OWNER;
    const isAdministrative =
      ADMINISTRATIVE.has(catalog) ||
      owner === null ||
      ['ACL ', 'USER MAPPING ', 'BLOBS ', 'BLOB METADATA '].some(is) ||
      (isOfDatabaseOwner && ['COMMENT ', 'SECURITY LABEL '].some(is));
    if (isOfDatabaseOwner && !isAdministrative) throw ownedByDatabaseOwner(what);
    const own = phaseOf(catalog, is);
    // Definitions after the first rows depend on rows.
    if (own === 'rows') phase = own;
    const data = is('TABLE DATA ') ? 'table' : own === 'rows' ? 'other' : null;
    return [{ line, id, dependsOn, what, owner, isAdministrative, data, phase: own ?? phase }];
  });
}

/** null for definitions, whose phase depends on their position in the archive. */
function phaseOf(catalog: string, is: (begin: string) => boolean): Phase | null {
  if (catalog === NAMESPACE || catalog === EXTENSION) return 'groundwork';
  if (catalog === DEFAULT_ACL || is('ACL ')) return 'privileges';
  if (catalog === EVENT_TRIGGER || is('COMMENT - EVENT TRIGGER ')) return 'event triggers';
  if (is('MATERIALIZED VIEW DATA ')) return 'refreshes';
  if (is('TABLE DATA ') || is('SEQUENCE SET ') || is('BLOBS ')) return 'rows';
  return null;
}

/** The owner is at the end of the line; names of roles may contain spaces. */
function findOwner(rest: string, roles: string[]): string | null {
  const matches = roles.filter((role) => rest.endsWith(` ${role}`));
  if (matches.length === 1) return matches[0] as string;
  if (matches.length === 0 && rest.endsWith(' ')) return null;
  const what = rest.slice(0, 200).trim();
  throw unprocessable(
    'dbadmin.unknown_owner',
    matches.length === 0
      ? `The server has no role that owns "${what}" of the backup. Create the role, then restore again.`
      : `The owner of "${what}" of the backup may be ${matches.join(' or ')}. Rename one of these roles, then restore again.`,
  );
}

/** While a database is restored, it belongs to the administrator, who is then the member of this role. */
function ownedByDatabaseOwner(what: string) {
  return unprocessable(
    'dbadmin.unsafe_owner',
    `"${what.slice(0, 200)}" of the backup belongs to ${DATABASE_OWNER}, and restoring it could run its code as the administrator of the server. Change its owner in the database, back up again, and restore the new backup.`,
  );
}

export function isForeignKey({ what }: ArchiveEntry): boolean {
  return what.startsWith('FK CONSTRAINT ');
}

/** The schema of an entry: the first of these names after the kind of the object. */
export function schemaOf({ what }: ArchiveEntry, schemas: string[]): string | null {
  const matches = schemas.flatMap((schema) => {
    const at = what.indexOf(` ${schema} `);
    return at > 0 && /^[A-Z ]+$/.test(what.slice(0, at)) ? [{ schema, at }] : [];
  });
  return matches.sort((a, b) => a.at - b.at || b.schema.length - a.schema.length)[0]?.schema ?? null;
}
