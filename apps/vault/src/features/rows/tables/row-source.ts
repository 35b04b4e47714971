import { badRequest, currentPerson, notFound } from '@cairn/service';
import type pg from 'pg';
import type { Db } from '../../../db/handle.ts';
import { findDataset } from '../../datasets/repo.ts';
import { notEditable, readNewRow, readUpdates } from '../read-input.ts';
import { insertEdit } from '../edit-repo.ts';
import { rowName } from '../row-name.ts';
import type { RowSource } from '../row-source.ts';
import type { EditContext, LayerSchema, NewEdit } from '../types.ts';
import { datasetArchived } from '../../versions/errors.ts';
import type { Rights } from '../../jobs/requester.ts';
import { reasonAgainstChanges } from '../../connections/saved.ts';
import type { SavedConnections, UseOptions } from '../../connections/saved.ts';
import type { Version } from '../../versions/types.ts';
import { ensureTableLog, tableSourceOf } from './repo.ts';
import { deleteRow, insertRow, updateRow } from './server-changes.ts';
import type { Row } from './row-sql.ts';
import { readPage } from './server-queries.ts';
import { readTableSchema } from './table-schema.ts';
import type { TableSchema, TableSource } from './types.ts';

interface Opened {
  client: pg.ClientBase;
  source: TableSource;
  table: TableSchema;
  schema: LayerSchema;
}

/**
 * Rows of versions whose data lie in a table of a saved database. Changes take effect there at once, and nothing waits to
 * be sealed; who changed what is noted here.
 */
export function createTableSource({
  db,
  auth,
  connections,
}: {
  db: Db;
  auth: Rights;
  connections: SavedConnections;
}): RowSource {
  async function open<T>(
    version: Version,
    layer: string | undefined,
    work: (opened: Opened) => Promise<T>,
    options: UseOptions,
  ): Promise<T> {
    const source = tableSourceOf(version);
    if (!source) throw notFound('vault.no_table', 'The rows of this version do not lie in a database.');
    if (layer !== undefined && layer !== source.table) {
      throw badRequest(
        'vault.no_such_layer',
        `There is no layer "${layer}"; the one layer is "${source.table}".`,
      );
    }
    // Before the session begins: there are few, and this asks another database.
    const reason = options.readOnly
      ? await reasonForReaders(source.connectionId)
      : await reasonAgainstChanges({ db, auth }, source.connectionId);
    const inSession = async (client: pg.ClientBase): Promise<T> => {
      const table = await readTableSchema(client, source);
      table.reason ??= reason;
      return work({ client, source, table, schema: toLayerSchema(source, table) });
    };
    return connections.use(source.connectionId, inSession, options);
  }

  /**
   * Shows signed-in users in advance that changes would be refused. Visitors may change nothing anyway, and rows stay readable when the
   * rights of the connection's owner cannot be looked up.
   */
  async function reasonForReaders(connectionId: number): Promise<string | null> {
    if (currentPerson()?.isVisitor !== false) return null;
    return reasonAgainstChanges({ db, auth }, connectionId).catch(() => null);
  }

  /** The dataset must be active, the rows of the table must have a key, and the login must still be one to change them with. */
  async function change<T>(
    { version, layer }: EditContext,
    work: (opened: Opened) => Promise<T>,
  ): Promise<T> {
    const dataset = await findDataset(db, version.dataset);
    if (!dataset || dataset.archivedAt) throw datasetArchived(version.dataset);
    const checked = (opened: Opened) => {
      if (opened.schema.reason !== null) throw notEditable(opened.schema.reason);
      return work(opened);
    };
    return open(version, layer, checked, { readOnly: false });
  }

  /** Two databases have no transaction in common: the change counts, and is noted as withDeadline as it is made. */
  async function note({ version, maker }: EditContext, edit: NewEdit): Promise<number> {
    return db
      .transaction()
      .execute(async (trx) => insertEdit(trx, await ensureTableLog(trx, version), { edit, maker }));
  }

  return {
    schema: (version, layer, signal) =>
      open(version, layer, async ({ schema }) => schema, { readOnly: true, signal }),
    session: async () => null,

    page(version, query) {
      const { layer, limit, offset, sort, descending, isCounted, signal } = query;
      const read = async ({ client, source, table, schema }: Opened) => {
        const page = await readPage(client, source, {
          schema: table,
          query: {
            limit,
            offset,
            order: descending ? 'desc' : 'asc',
            filter: query.filters(schema),
            isCounted,
            ...(sort === undefined ? {} : { sort }),
          },
        });
        return { schema, session: null, ...page };
      };
      return open(version, layer, read, { readOnly: true, signal });
    },

    update: (context, { key, hash, updates }) =>
      change(context, async ({ client, source, table, schema }) => {
        const values = readUpdates(schema, updates, {});
        const wanted = { schema: table, key, updates: values, ...(hash === undefined ? {} : { hash }) };
        const { row, hash: now, before } = await updateRow(client, source, wanted);
        const changed = Object.keys(values);
        const edit = { kind: 'update' as const, before: only(before, changed), after: only(row, changed) };
        const editId = await note(context, {
          layer: source.table,
          key,
          rowName: rowName(before),
          geometry: null,
          ...edit,
        });
        return { key, row, hash: now, editId, session: null };
      }),

    remove: (context, { key, hash }) =>
      change(context, async ({ client, source, table }) => {
        const wanted = { schema: table, key, ...(hash === undefined ? {} : { hash }) };
        const { before } = await deleteRow(client, source, wanted);
        const edit = {
          layer: source.table,
          kind: 'delete' as const,
          key,
          rowName: rowName(before),
          before,
          after: null,
          geometry: null,
        };
        return { key, row: null, hash: null, editId: await note(context, edit), session: null };
      }),

    insert: (context, { values, geometry }) =>
      change(context, async ({ client, source, table, schema }) => {
        const checked = readNewRow(schema, values, {});
        const made = await insertRow(client, source, { schema: table, row: checked, geometry });
        const key = String(made.row[table.key ?? '']);
        const edit = {
          layer: source.table,
          kind: 'insert' as const,
          key,
          rowName: rowName(made.row),
          before: null,
          after: made.row,
          geometry: null,
        };
        return { key, row: made.row, hash: made.hash, editId: await note(context, edit), session: null };
      }),
  };
}

function only(row: Row, names: string[]): Row {
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
