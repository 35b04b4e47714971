import type { ServerAddress } from '@cairn/db';
import { ident } from '@cairn/db/ident';
import { openSession } from '@cairn/db/session';
import { postgresColumnReader, readPostgresText } from '@cairn/report-engine';
import type { Column, Row, Value } from '@cairn/report-engine';
import Cursor from 'pg-cursor';
import { withDeadline } from '@cairn/service/with-deadline';
import type { Deadline } from '@cairn/service/with-deadline';
import type pg from 'pg';
import { datasetFailed } from './dataset-errors.ts';
import { disconnect, disconnected, limitBatches, refuseLargeRow } from './limit-batch.ts';
import type { BatchLimit } from './limit-batch.ts';

/** Rows that are fetched at once. */
const BATCH = 1_000;
const LOCK_TIMEOUT = '2s';
/** How much longer than its own limit a server may take for an answer. */
const GRACE_MS = 2_000;

/** Where the datasets of a run are read, and for whom. */
export interface DatasetConnection {
  address: ServerAddress;
  /** The IP address of its host, which was checked. */
  at?: string;
  statementTimeoutMs: number;
  /** Bytes that one batch of rows may have. */
  maxBatchBytes?: number;
  /** Schemas in which names of the template's SQL are looked up. */
  schemas: readonly string[];
  postgisSchema: string | null;
  timeZone: string;
  /** For the database's own row security: `cairn.user_id` and `cairn.groups`. */
  userId: string;
  groups: string;
}

export interface DatasetStatement {
  /** Whose query it is, for sentences about errors: `dataset "roads"`. */
  subject: string;
  text: string;
  values: readonly unknown[];
  /** Rows at most, for previews. */
  limit?: number | undefined;
  /** Order in which its rows are read, over that of its text. */
  order?: readonly { column: string; dir: 'asc' | 'desc'; nulls?: 'first' | 'last' }[];
}

interface ReadColumn extends Column {
  read(text: string): Value;
}

/**
 * The session of one run. A statement is read by the extended protocol, which runs one statement only, in a transaction that reads and is
 * rolled back; afterwards the session is closed, never used again: what somebody's SQL left in it is gone with it.
 */
export async function openDatasets(connection: DatasetConnection) {
  const { address, at, statementTimeoutMs } = connection;
  const { client, close } = await openSession(address, {
    applicationName: 'cairn-report-server: report',
    ...(at === undefined ? {} : { at }),
    statementTimeoutMs,
    maxBytes: null,
    settings: { jit: 'off', DateStyle: 'ISO', IntervalStyle: 'iso_8601', extra_float_digits: '1' },
  });
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  withoutReadTimeout(client);
  const batches = limitBatches(client, connection.maxBatchBytes);

  return {
    /** Columns first; `rows` reads each row once. @throws {AppError} bad_request for SQL that the database refuses */
    async read(statement: DatasetStatement) {
      const { text, values, order = [], limit } = statement;
      try {
        const deadline = hangDeadline(client, statementTimeoutMs);
        // For each statement: the one before may have changed them.
        await withDeadline(applySettings(client, connection), deadline);
        const described = await withDeadline(describe(client, { text, values }), deadline);
        const columns = described.map((field) => toColumn(field, connection.postgisSchema !== null));
        const wrapped = selectOf(columns, { text, order, limit, postgisSchema: connection.postgisSchema });
        const select = { ...statement, text: wrapped };
        const limits = { batches, timeoutMs: statementTimeoutMs };
        return { columns, rows: () => readRows({ client, ...limits }, select, columns) };
      } catch (error) {
        throw datasetFailed(statement.subject, error);
      }
    },
    close,
  };
}

async function applySettings(client: pg.Client, connection: DatasetConnection): Promise<void> {
  const { schemas, postgisSchema, timeZone, userId, groups, statementTimeoutMs } = connection;
  const path = [...new Set([...schemas, ...(postgisSchema ? [postgisSchema] : [])])].map(ident).join(', ');
  const settings = {
    statement_timeout: String(statementTimeoutMs),
    lock_timeout: LOCK_TIMEOUT,
    search_path: path,
    TimeZone: timeZone,
    'cairn.user_id': userId,
    'cairn.groups': groups,
  };
  const list = Object.keys(settings).map((name, i) => `pg_catalog.set_config('${name}', $${i + 1}, true)`);
  await client.query(`SELECT ${list.join(', ')}`, Object.values(settings));
}

/**
 * The driver's limit counts from the start of a cursor to its end, and so the time of a slow writer too. The server's own limit
 * for statements stays, and a silent server is disconnected.
 */
function withoutReadTimeout(client: pg.Client): void {
  (
    client as unknown as { connectionParameters: { query_timeout: number } }
  ).connectionParameters.query_timeout = 0;
}

/** Disconnects a server that hangs; one that does not ends a statement in time by itself. */
function hangDeadline(client: pg.Client, statementTimeoutMs: number): Deadline {
  return {
    ms: statementTimeoutMs + GRACE_MS,
    onTimeout() {
      disconnect(client);
      return Object.assign(new Error('the server hangs'), { code: '08006' });
    },
  };
}

interface Field {
  name: string;
  oid: number;
  isGeometry: boolean;
}

/** The columns of a statement, which must be one SELECT. */
async function describe(
  client: pg.Client,
  { text, values }: Pick<DatasetStatement, 'text' | 'values'>,
): Promise<Field[]> {
  const { fields } = await client.query({
    text: `SELECT * FROM (\n${text}\n) AS r LIMIT 0`,
    values: [...values],
    queryMode: 'extended',
  } as pg.QueryConfig);
  const { rows } = await client.query<{ oid: number }>({
    text: `SELECT oid::int8::int4 AS oid FROM pg_catalog.pg_type WHERE oid = ANY ($1::oid[]) AND typname IN ('geometry', 'geography')`,
    values: [fields.map(({ dataTypeID }) => dataTypeID)],
  });
  const geometries = new Set(rows.map(({ oid }) => oid));
  return fields.map(({ name, dataTypeID }) => ({
    name,
    oid: dataTypeID,
    isGeometry: geometries.has(dataTypeID),
  }));
}

function toColumn(
  { name, oid, isGeometry }: Field,
  hasPostgis: boolean,
): ReadColumn & { isGeometry: boolean } {
  if (isGeometry && hasPostgis)
    return { name, type: 'geometry', isGeometry, read: (text) => readPostgresText(text, 'geometry') };
  const { type, read } = postgresColumnReader(oid);
  return { name, type, isGeometry: false, read };
}

/** The statement with its geometries as GeoJSON in WGS84, and in the order that the template asks for. */
function selectOf(
  columns: readonly { name: string; isGeometry: boolean }[],
  {
    text,
    order,
    limit,
    postgisSchema,
  }: Required<Pick<DatasetStatement, 'text' | 'order'>> & {
    limit: number | undefined;
    postgisSchema: string | null;
  },
): string {
  const hasGeometry = columns.some(({ isGeometry }) => isGeometry);
  if (!hasGeometry && order.length === 0 && limit === undefined) return text;
  const postgis = postgisSchema === null ? '' : `${ident(postgisSchema)}.`;
  const list = columns.map(({ name, isGeometry }) => {
    const column = `r.${ident(name)}`;
    if (!isGeometry) return column;
    const degrees = `${postgis}ST_Transform(${column}::${postgis}geometry, 4326)`;
    return `${postgis}ST_AsGeoJSON(${postgis}ST_CurveToLine(${degrees}), 7) AS ${ident(name)}`;
  });
  const sort = order.map(({ column, dir, nulls }) => {
    const place = nulls ? ` NULLS ${nulls === 'first' ? 'FIRST' : 'LAST'}` : '';
    return `r.${ident(column)} ${dir === 'desc' ? 'DESC' : 'ASC'}${place}`;
  });
  return `SELECT ${list.join(', ')} FROM (\n${text}\n) AS r${sort.length > 0 ? ` ORDER BY ${sort.join(', ')}` : ''}${limit === undefined ? '' : ` LIMIT ${limit}`}`;
}

async function* readRows(
  { client, batches, timeoutMs }: { client: pg.Client; batches: BatchLimit; timeoutMs: number },
  { subject, text, values }: DatasetStatement,
  columns: readonly ReadColumn[],
): AsyncGenerator<Row> {
  const cursor = client.query(
    // Texts, which the readers of the engine take without loss.
    new Cursor<string[]>(text, [...values], {
      rowMode: 'array',
      types: { getTypeParser: () => String },
    } as never),
  );
  const deadline = hangDeadline(client, timeoutMs);
  try {
    for (;;) {
      batches.start();
      const batch = await withDeadline(cursor.read(BATCH), deadline);
      for (const texts of batch as (string | null)[][]) {
        refuseLargeRow(texts, subject);
        yield toRow(texts, columns);
      }
      if (batch.length < BATCH) return;
    }
  } catch (error) {
    throw datasetFailed(subject, batches.explain(error, { subject, rows: BATCH }));
  } finally {
    await Promise.race([cursor.close().catch(() => undefined), disconnected(client)]);
  }
}

function toRow(texts: readonly (string | null)[], columns: readonly ReadColumn[]): Row {
  const row: Record<string, Value> = Object.create(null) as Record<string, Value>;
  for (const [i, { name, read }] of columns.entries()) {
    const text = texts[i] ?? null;
    row[name] = text === null ? null : read(text);
  }
  return row;
}
