import { checkTableName } from '@cairn/geo';
import type { Actor, AuditContext } from '@cairn/service';
import type { Db } from '../../../db/handle.ts';
import type { UserRights } from '../../access/dataset-guard.ts';
import { recordAudit } from '../../audit/repo.ts';
import { findRegistered } from '../../connections/repo.ts';
import { refuseForeignTables, requireConnectionUse } from '../../connections/rights.ts';
import type { SavedConnections } from '../../connections/saved-connections.ts';
import { readTarget } from '../../connections/target.ts';
import { findDatasetById } from '../../versions/dataset-repo.ts';
import { datasetArchived } from '../../versions/errors.ts';
import { findVersion } from '../../versions/repo.ts';
import type { Version } from '../../versions/types.ts';
import type { Cells, ChangedRow, NewEdit } from '../types.ts';
import { withoutNotFound } from './connection-tables.ts';
import type { TableRequest } from './connection-tables.ts';
import { changeNotLogged } from './errors.ts';
import { logTableEdit } from './repo.ts';
import { changeTable, deleteTableRow, insertTableRow, updateTableRow } from './table-rows.ts';
import type { OpenTable, RowReference, TableChange } from './table-rows.ts';

export interface TableChangesDeps {
  db: Db;
  auth: UserRights;
  connections: SavedConnections;
}

interface Caller {
  actor: Actor;
  cause: AuditContext;
}

const EVENTS = { insert: 'row.inserted', update: 'row.updated', delete: 'row.deleted' } as const;

export type TableChanges = ReturnType<typeof createTableChanges>;

/**
 * Changes of rows in tables of saved connections. The change takes effect at once; the audit log names its author, and that of a
 * registered table is in the log of its dataset too.
 * @throws {AppError} bad_request for what does not fit the table, forbidden for the connection of another user and for a table of
 * a dataset that the caller may not edit, conflict when not exactly one row would change
 */
export function createTableChanges({ db, auth, connections }: TableChangesDeps) {
  /** The version whose log has the changes; null for a table that is not registered. @throws {AppError} forbidden, conflict */
  async function requireEditable(request: TableRequest, actor: Actor): Promise<Version | null> {
    const { schema, table } = request;
    const options = { table: { schema, table } };
    const { target, tables } = await readTarget({ db, connections }, request.connectionId, options);
    await refuseForeignTables({ db, auth }, { target, requestedBy: String(actor.id) }, tables);
    const found = await findRegistered(db, target, request);
    const datasets = await Promise.all(found.map((id) => findDatasetById(db, id)));
    const [archived] = datasets;
    const dataset = datasets.find((each) => each && !each.archivedAt);
    if (archived && !dataset) throw datasetArchived(archived.name);
    return dataset ? findVersion(db, dataset.id, 1) : null;
  }

  async function log(
    request: TableRequest,
    { version, edit, actor, cause }: Caller & { version: Version | null; edit: NewEdit },
  ): Promise<number | undefined> {
    const author = { id: actor.id, username: actor.username };
    return db.transaction().execute(async (trx) => {
      const columns = edit.kind === 'update' ? { columns: Object.keys(edit.after ?? {}) } : {};
      await recordAudit(trx, {
        event: EVENTS[edit.kind],
        cause,
        ...(version ? { datasetId: version.datasetId } : {}),
        subject: `${request.schema}.${request.table}`,
        details: { connection_id: request.connectionId, key: edit.key, ...columns },
      });
      return version ? logTableEdit(trx, version, { edit, author }) : undefined;
    });
  }

  function change(
    request: TableRequest,
    caller: Caller,
    work: (table: OpenTable) => Promise<TableChange>,
  ): Promise<ChangedRow> {
    return withoutNotFound(async () => {
      checkTableName({ schema: request.schema, table: request.table });
      await requireConnectionUse({ db, auth }, request.connectionId, caller.actor);
      const version = await requireEditable(request, caller.actor);
      const source = { ...request, geometryColumn: null };
      const { edit, ...changed } = await changeTable(connections, source, {}, work);
      const editId = await log(request, { ...caller, version, edit }).catch((error: unknown) => {
        throw changeNotLogged(error);
      });
      return { ...changed, ...(editId === undefined ? {} : { editId }), session: null };
    });
  }

  return {
    update: (request: TableRequest, row: RowReference & { updates: Cells }, caller: Caller) =>
      change(request, caller, (table) => updateTableRow(table, row)),
    remove: (request: TableRequest, row: RowReference, caller: Caller) =>
      change(request, caller, (table) => deleteTableRow(table, row)),
    insert: (request: TableRequest, row: { values: Cells; geometry: unknown }, caller: Caller) =>
      change(request, caller, (table) => insertTableRow(table, row)),
  };
}
