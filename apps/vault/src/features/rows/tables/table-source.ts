import { badRequest, currentPerson } from '@cairn/service';
import type { Db } from '../../../db/handle.ts';
import { findReasonAgainstChanges } from '../../connections/rights.ts';
import type { SavedConnections } from '../../connections/saved-connections.ts';
import type { UserRights } from '../../access/dataset-guard.ts';
import { findDatasetById } from '../../versions/dataset-repo.ts';
import { datasetArchived } from '../../versions/errors.ts';
import type { Version } from '../../versions/types.ts';
import type { ChangedRow, EditContext, RowSource } from '../types.ts';
import { changeNotLogged } from './errors.ts';
import { logTableEdit } from './repo.ts';
import {
  changeTable,
  deleteTableRow,
  insertTableRow,
  readRows,
  updateTableRow,
  withTable,
} from './table-rows.ts';
import type { OpenTable, TableChange } from './table-rows.ts';
import { requireTableSource } from './types.ts';
import type { TableSource } from './types.ts';

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
  async function readVersion<T>(
    version: Version,
    layer: string | undefined,
    { work, signal }: { work: (table: OpenTable) => Promise<T>; signal: AbortSignal | undefined },
  ): Promise<T> {
    const source = requireTable(version, layer);
    // Before the session begins: sessions are few, and this queries another database.
    const reason = await reasonForReaders(source.connectionId);
    return withTable(connections, source, { readOnly: true, signal, reason }, work);
  }

  /**
   * Shows signed-in users in advance that changes would be refused. Visitors cannot change anything anyway, and rows stay
   * readable when the rights of the connection's owner cannot be looked up.
   */
  async function reasonForReaders(connectionId: number): Promise<string | null> {
    if (currentPerson()?.isVisitor !== false) return null;
    return findReasonAgainstChanges({ db, auth }, connectionId).catch(() => null);
  }

  /** Logs the change after it: two databases share no transaction, and the change itself comes first. */
  async function change(
    { version, layer, author }: EditContext,
    work: (table: OpenTable) => Promise<TableChange>,
  ): Promise<ChangedRow> {
    const dataset = await findDatasetById(db, version.datasetId);
    if (!dataset || dataset.archivedAt) throw datasetArchived(version.dataset);
    const source = requireTable(version, layer);
    const reason = await findReasonAgainstChanges({ db, auth }, source.connectionId);
    const { edit, ...changed } = await changeTable(connections, source, { reason }, work);
    const log = db.transaction().execute((trx) => logTableEdit(trx, version, { edit, author }));
    const editId = await log.catch((error: unknown) => {
      throw changeNotLogged(error);
    });
    return { ...changed, editId, session: null };
  }

  return {
    schema: (version, layer, signal) =>
      readVersion(version, layer, { work: async ({ schema }) => schema, signal }),
    session: async () => null,
    page: (version, query) =>
      readVersion(version, query.layer, { work: (table) => readRows(table, query), signal: query.signal }),
    update: (context, request) => change(context, (table) => updateTableRow(table, request)),
    remove: (context, request) => change(context, (table) => deleteTableRow(table, request)),
    insert: (context, request) => change(context, (table) => insertTableRow(table, request)),
  };
}

/** @throws {AppError} bad_request for another layer than the table */
function requireTable(version: Version, layer: string | undefined): TableSource {
  const source = requireTableSource(version);
  if (layer === undefined || layer === source.table) return source;
  throw badRequest(
    'vault.no_such_layer',
    `There is no layer "${layer}". The only layer is "${source.table}".`,
  );
}
