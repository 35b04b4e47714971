import { badRequest, currentPerson } from '@cairn/service';
import type pg from 'pg';
import type { Db } from '../../../db/handle.ts';
import { findReasonAgainstChanges } from '../../connections/rights.ts';
import type { SavedConnections, UseOptions } from '../../connections/saved-connections.ts';
import type { UserRights } from '../../access/dataset-guard.ts';
import { findDatasetById } from '../../versions/dataset-repo.ts';
import { datasetArchived } from '../../versions/errors.ts';
import type { Version } from '../../versions/types.ts';
import { insertEdit } from '../edit-repo.ts';
import { notEditable } from '../errors.ts';
import { newEdit } from '../new-edit.ts';
import { readNewRow, readUpdates } from '../read-input.ts';
import type { EditContext, LayerSchema, NewEdit, RowSource } from '../types.ts';
import { ensureTableLog } from './repo.ts';
import { deleteRow, insertRow, updateRow } from './server-changes.ts';
import { readPage } from './server-queries.ts';
import { readTableSchema } from './server-schema.ts';
import { requireTableSource } from './types.ts';
import type { Row, TableSchema, TableSource } from './types.ts';

interface OpenTable {
  client: pg.ClientBase;
  source: TableSource;
  table: TableSchema;
  schema: LayerSchema;
}

/**
 * The rows of versions whose data is in a table of a saved database. Changes take effect there at once, without a draft; the
 * vault logs each change with its author.
 */
export function createTableSource({
  db,
  auth,
  connections,
}: {
  db: Db;
  auth: UserRights;
  connections: SavedConnections;
}): RowSource {
  async function withTable<T>(
    version: Version,
    layer: string | undefined,
    work: (table: OpenTable) => Promise<T>,
    options: UseOptions,
  ): Promise<T> {
    const source = requireTableSource(version);
    if (layer !== undefined && layer !== source.table) {
      throw badRequest(
        'vault.no_such_layer',
        `There is no layer "${layer}". The only layer is "${source.table}".`,
      );
    }
    // Before the session begins: sessions are few, and this queries another database.
    const reason = options.readOnly
      ? await reasonForReaders(source.connectionId)
      : await findReasonAgainstChanges({ db, auth }, source.connectionId);
    const inSession = async (client: pg.ClientBase): Promise<T> => {
      const table = await readTableSchema(client, source);
      table.reason ??= reason;
      return work({ client, source, table, schema: toLayerSchema(source, table) });
    };
    return connections.use(source.connectionId, inSession, options);
  }

  /**
   * Shows signed-in users in advance that changes would be refused. Visitors cannot change anything anyway, and rows stay
   * readable when the rights of the connection's owner cannot be looked up.
   */
  async function reasonForReaders(connectionId: number): Promise<string | null> {
    if (currentPerson()?.isVisitor !== false) return null;
    return findReasonAgainstChanges({ db, auth }, connectionId).catch(() => null);
  }

  /** @throws {AppError} conflict for an archived dataset and for a read-only table or connection */
  async function change<T>(
    { version, layer }: EditContext,
    work: (table: OpenTable) => Promise<T>,
  ): Promise<T> {
    const dataset = await findDatasetById(db, version.datasetId);
    if (!dataset || dataset.archivedAt) throw datasetArchived(version.dataset);
    const inEditableTable = (table: OpenTable) => {
      if (table.schema.reason !== null) throw notEditable(table.schema.reason);
      return work(table);
    };
    return withTable(version, layer, inEditableTable, { readOnly: false });
  }

  /** Runs after the change: two databases share no transaction, and the change itself comes first. */
  async function log({ version, author }: EditContext, edit: NewEdit): Promise<number> {
    return db
      .transaction()
      .execute(async (trx) => insertEdit(trx, await ensureTableLog(trx, version), { edit, author }));
  }

  return {
    schema: (version, layer, signal) =>
      withTable(version, layer, async ({ schema }) => schema, { readOnly: true, signal }),
    session: async () => null,

    page(version, query) {
      const { layer, limit, offset, sort, descending, isCounted, signal } = query;
      const read = async ({ client, source, table, schema }: OpenTable) => {
        const filter = query.filters(schema);
        const page = await readPage(client, source, {
          schema: table,
          query: { limit, offset, sort, descending, isCounted, filter },
        });
        return { schema, session: null, ...page };
      };
      return withTable(version, layer, read, { readOnly: true, signal });
    },

    update: (context, { key, hash, updates }) =>
      change(context, async ({ client, source, table, schema }) => {
        const values = readUpdates(schema, updates, {});
        const names = Object.keys(values);
        const {
          row,
          hash: newHash,
          before,
        } = await updateRow(client, source, {
          schema: table,
          key,
          hash,
          updates: values,
        });
        const edit = newEdit(before, {
          kind: 'update',
          layer: source.table,
          key,
          before: pick(before, names),
          after: pick(row, names),
        });
        return { key, row, hash: newHash, editId: await log(context, edit), session: null };
      }),

    remove: (context, { key, hash }) =>
      change(context, async ({ client, source, table }) => {
        const { before } = await deleteRow(client, source, { schema: table, key, hash });
        const edit = newEdit(before, { kind: 'delete', layer: source.table, key, before });
        return { key, row: null, hash: null, editId: await log(context, edit), session: null };
      }),

    insert: (context, { values, geometry }) =>
      change(context, async ({ client, source, table, schema }) => {
        const { row, hash } = await insertRow(client, source, {
          schema: table,
          row: readNewRow(schema, values, {}),
          geometry,
        });
        const key = String(row[table.key ?? '']);
        const edit = newEdit(row, { kind: 'insert', layer: source.table, key, after: row });
        return { key, row, hash, editId: await log(context, edit), session: null };
      }),
  };
}

function pick(row: Row, names: string[]): Row {
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}

function toLayerSchema(source: TableSource, table: TableSchema): LayerSchema {
  return {
    layer: source.table,
    layers: [source.table],
    columns: table.columns.flatMap(({ type, ...column }) =>
      type === 'geometry' ? [] : [{ ...column, type, primaryKey: column.name === table.key }],
    ),
    key: table.key,
    geometryColumn: table.geometryColumn,
    geometryType: table.geometryType,
    featureCount: table.rowCount,
    reason: table.reason,
  };
}
