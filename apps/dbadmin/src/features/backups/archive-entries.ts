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

/** Numbers of the system catalogs whose objects superusers alone make, or make for others (`src/include/catalog`). */
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
/** Entries that are no object of a catalog have this number there. */
const NONE = '0';
/** Stands for the owner of the database, and can have no other member. Owns the schema public, which is often commented on. */
const DATABASE_OWNER = 'pg_database_owner';

/**
 * Reads what `pg_restore --list --verbose` writes. Names in it may be anything, so the number of the catalog and the word at the
 * beginning decide, which no name can imitate.
 * @throws {AppError} unprocessable for an owner that `roles` does not name, and for what cannot be restored with the rights of its
 * owner.
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
    const owner = ownerOf(rest, names);
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
    // What is defined after the first rows is built on rows.
    if (own === 'rows') phase = own;
    const data = is('TABLE DATA ') ? 'table' : own === 'rows' ? 'other' : null;
    return [{ line, id, dependsOn, what, owner, isAdministrative, data, phase: own ?? phase }];
  });
}

/** null for definitions, whose place in the archive counts. */
function phaseOf(catalog: string, is: (begin: string) => boolean): Phase | null {
  if (catalog === NAMESPACE || catalog === EXTENSION) return 'groundwork';
  if (catalog === DEFAULT_ACL || is('ACL ')) return 'privileges';
  if (catalog === EVENT_TRIGGER || is('COMMENT - EVENT TRIGGER ')) return 'event triggers';
  if (is('MATERIALIZED VIEW DATA ')) return 'refreshes';
  if (is('TABLE DATA ') || is('SEQUENCE SET ') || is('BLOBS ')) return 'rows';
  return null;
}

/** The owner is the last word, and a role's name may have spaces. */
function ownerOf(rest: string, roles: string[]): string | null {
  const found = roles.filter((role) => rest.endsWith(` ${role}`));
  if (found.length === 1) return found[0] as string;
  if (found.length === 0 && rest.endsWith(' ')) return null;
  const what = rest.slice(0, 200).trim();
  throw unprocessable(
    'dbadmin.unknown_owner',
    found.length === 0
      ? `The server has no role that owns "${what}" of the backup; create the role, then restore again.`
      : `The owner of "${what}" of the backup may be ${found.join(' or ')}; rename one of these roles, then restore again.`,
  );
}

/** While a database is restored it belongs to the administrator, and this role stands for the owner of the database. */
function ownedByDatabaseOwner(what: string) {
  return unprocessable(
    'dbadmin.unsafe_owner',
    `"${what.slice(0, 200)}" of the backup belongs to ${DATABASE_OWNER}, and restoring it could run its code as the administrator of the server. Give it to another role in the database, back up, and restore that backup.`,
  );
}

export function isForeignKey({ what }: ArchiveEntry): boolean {
  return what.startsWith('FK CONSTRAINT ');
}

/** The schema of an entry, which follows what it is: of those that there are the first that is named there. */
export function schemaOf({ what }: ArchiveEntry, schemas: string[]): string | null {
  const places = schemas.flatMap((schema) => {
    const at = what.indexOf(` ${schema} `);
    return at > 0 && /^[A-Z ]+$/.test(what.slice(0, at)) ? [{ schema, at }] : [];
  });
  return places.sort((a, b) => a.at - b.at || b.schema.length - a.schema.length)[0]?.schema ?? null;
}
