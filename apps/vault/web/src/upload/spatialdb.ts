/** Where in PostGIS the layers go too. The password lives in the form alone, and goes to the server with the data. */
export interface SpatialDb {
  enabled: boolean;
  /**
   * Id of a known database, `connection:5` for a saved connection, NEW for one that is created, MANUAL when an address is entered;
   * empty before a choice.
   */
  target: string;
  /** Id of the saved connection to the known database; null until it is saved. */
  connectionId: number | null;
  /** Id of the server on which a new database is created. */
  server: string;
  /** Name of the new database. */
  newName: string;
  /** Whose the new database is besides the administrator of the server, one of OWNERS. */
  owner: string;
  ownerName: string;
  ownerPassword: string;
  host: string;
  port: string;
  dbname: string;
  user: string;
  password: string;
  sslmode: string;
  schema: string;
  table: string;
  mode: string;
}

export const NO_SPATIAL_DB: SpatialDb = {
  enabled: false,
  target: '',
  connectionId: null,
  server: '',
  newName: '',
  owner: 'default',
  ownerName: '',
  ownerPassword: '',
  host: '',
  port: '5432',
  dbname: '',
  user: '',
  password: '',
  sslmode: 'prefer',
  schema: 'public',
  table: '',
  mode: 'create',
};

export const MANUAL = 'manual';
export const NEW = 'new';
/** Id of the saved connection that is chosen; null for other targets. */
export function connectionOf(target: string): number | null {
  const [, id] = /^connection:(\d+)$/.exec(target) ?? [];
  return id === undefined ? null : Number(id);
}

export const SSL_MODES = ['prefer', 'disable', 'require', 'verify-ca', 'verify-full'] as const;
/** Nobody else, a role that exists, or a login role that is created. */
export const OWNERS = ['default', 'existing', 'new'] as const;
export const LOAD_MODES = ['create', 'replace', 'append'] as const;

export type SpatialDbProblem =
  'target' | 'server' | 'newName' | 'ownerName' | 'ownerPassword' | 'host' | 'port' | 'dbname' | 'user';

/** What is missing or cannot be meant; nothing while the section is off. */
export function spatialDbProblems({ enabled, ...values }: SpatialDb): SpatialDbProblem[] {
  if (!enabled) return [];
  if (values.target === NEW) return newDatabaseProblems(values);
  if (values.target !== MANUAL) return values.connectionId === null ? ['target'] : [];
  const problems: SpatialDbProblem[] = [];
  if (!/^[A-Za-z0-9._:-]{1,253}$/.test(values.host.trim())) problems.push('host');
  const port = Number(values.port || '5432');
  if (!Number.isInteger(port) || port < 1 || port > 65_535) problems.push('port');
  if (values.dbname.trim() === '') problems.push('dbname');
  if (values.user.trim() === '') problems.push('user');
  return problems;
}

function newDatabaseProblems(values: Omit<SpatialDb, 'enabled'>): SpatialDbProblem[] {
  const { server, newName, owner, ownerName, ownerPassword } = values;
  const problems: SpatialDbProblem[] = [];
  if (server === '') problems.push('server');
  if (newName.trim() === '') problems.push('newName');
  if (owner !== 'default' && ownerName.trim() === '') problems.push('ownerName');
  if (owner === 'new' && ownerPassword === '') problems.push('ownerPassword');
  return problems;
}

/** The fields as the contract names them, for a form and for JSON; empty while the section is off. */
export function spatialDbFields(values: SpatialDb): Record<string, string> {
  if (!values.enabled) return {};
  return withoutBlanks({
    spatialdb_import: 'true',
    ...destinationFields(values),
    spatialdb_schema: schemaOf(values),
    spatialdb_table_name: values.table.trim(),
    spatialdb_mode: values.mode,
  });
}

/** The same for a load without a dataset. Some sources only create tables with their own names. */
export function quickImportFields(values: SpatialDb, { newTablesOnly = false } = {}): Record<string, string> {
  return withoutBlanks({
    ...destinationFields(values),
    schema: schemaOf(values),
    ...(newTablesOnly ? {} : { table_name: values.table.trim(), mode: values.mode }),
  });
}

/** The fields that name the database. */
function destinationFields(values: SpatialDb): Record<string, string> {
  if (values.target === NEW) {
    return {
      spatialdb_destination: 'new',
      spatialdb_connection_id: values.server,
      spatialdb_new_database_name: values.newName.trim(),
      ...ownerFields(values),
    };
  }
  if (values.target !== MANUAL) return { spatialdb_connection_id: String(values.connectionId) };
  return {
    spatialdb_host: values.host.trim(),
    spatialdb_port: values.port.trim() || '5432',
    spatialdb_dbname: values.dbname.trim(),
    spatialdb_user: values.user.trim(),
    spatialdb_password: values.password,
    spatialdb_sslmode: values.sslmode,
  };
}

function ownerFields({ owner, ownerName, ownerPassword }: SpatialDb): Record<string, string> {
  if (owner === 'default') return {};
  return {
    spatialdb_owner_mode: owner,
    spatialdb_owner_username: ownerName.trim(),
    ...(owner === 'new' ? { spatialdb_owner_password: ownerPassword } : {}),
  };
}

/** A new database has only this schema. */
function schemaOf({ target, schema }: SpatialDb): string {
  return target === NEW ? 'public' : schema.trim() || 'public';
}

function withoutBlanks(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}
