import type { VaultOperations, VaultSchemas } from '@cairn/contracts';
import { auditContext, parseId, respond, streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { toMutationBody, toSchemaBody, toTableRowPageBody } from '../mapper.ts';
import type { ConnectionTables, ListedTable, TableRequest } from './connection-tables.ts';
import { datasetName } from '../../versions/dataset-name.ts';
import { pagePath } from '../../../page-path.ts';
import type { TableChanges } from './table-changes.ts';
import type { RowReference } from './table-rows.ts';
import { registerTable } from './register-table.ts';
import type { RegisterDeps } from './register-table.ts';

type Operation =
  | 'registerTable'
  | 'listConnectionTables'
  | 'connectionTableSchema'
  | 'connectionTableRows'
  | 'connectionTablePreview'
  | 'updateTableRow'
  | 'deleteTableRow'
  | 'insertTableRow';

/** Tables of saved databases, and tables as datasets. */
export function tableRoutes({
  connectionTables,
  tableChanges,
  ...deps
}: RegisterDeps & { connectionTables: ConnectionTables; tableChanges: TableChanges }): Handlers<
  VaultOperations,
  Operation
> {
  return {
    async listConnectionTables({ path, query }, actor, { signal }) {
      const { tables, isTruncated } = await connectionTables.list(path.id, query.search, { actor, signal });
      return respond(200, tables.map(toSpatialTableBody), isTruncated ? { 'X-Truncated': 'true' } : {});
    },

    async connectionTableSchema({ path, query }, actor, { signal }) {
      return toSchemaBody(await connectionTables.schema(toTable(path, query), { actor, signal }));
    },

    async connectionTableRows({ path, query }, actor, { signal }) {
      const { limit = 50, offset = 0, order = 'asc', sort, filters } = query;
      const page = { limit, offset, sort, filters, descending: order === 'desc' };
      const request = toTable(path, query);
      const rows = await connectionTables.rows(request, page, { actor, signal });
      return toTableRowPageBody(rows, { ...request, limit, offset, order, sort });
    },

    connectionTablePreview: streaming(async ({ res, input: { path, query }, actor, call: { signal } }) => {
      const request = toTable(path, query);
      const json = await connectionTables.preview(request, query.geometry_column, { actor, signal });
      res.type('application/geo+json').send(json);
    }),

    async updateTableRow({ body }, actor, call) {
      const row = { ...toReference(body), updates: body.updates };
      const caller = { actor, cause: auditContext(actor, call) };
      return toMutationBody(await tableChanges.update(toChangedTable(body), row, caller), null);
    },

    async deleteTableRow({ body }, actor, call) {
      const caller = { actor, cause: auditContext(actor, call) };
      const changed = await tableChanges.remove(toChangedTable(body), toReference(body), caller);
      return toMutationBody(changed, null);
    },

    async insertTableRow({ body }, actor, call) {
      const row = { values: body.row, geometry: body.geometry };
      const caller = { actor, cause: auditContext(actor, call) };
      return toMutationBody(await tableChanges.insert(toChangedTable(body), row, caller), null);
    },

    async registerTable({ body, query }, actor, call) {
      const name = datasetName(body.name);
      const dataset = {
        name,
        folderId: parseId(String(body.folder_id ?? '')) ?? parseId(query.folder_id),
        projectId: body.project_id ?? 1,
        source: {
          connectionId: body.connection_id,
          schema: body.schema_name ?? 'public',
          table: body.table_name,
          geometryColumn: body.geometry_column ?? null,
        },
        cause: auditContext(actor, call),
      };
      const { versionId } = await registerTable(deps, dataset, actor);
      const url = pagePath(name, call.basePath);
      return respond(201, { dataset: name, version: 1, version_id: versionId, url });
    },
  };
}

function toTable(path: { id: number; table: string }, query: { schema?: string | undefined }): TableRequest {
  return { connectionId: path.id, schema: query.schema ?? 'public', table: path.table };
}

function toSpatialTableBody(table: ListedTable): VaultSchemas['SpatialTable'] {
  return {
    f_table_schema: table.schema,
    f_table_name: table.table,
    f_geometry_column: table.geometryColumn,
    srid: table.srid,
    type: table.type,
    kind: table.kind,
    ...(table.rowEstimate === null ? {} : { row_estimate: table.rowEstimate }),
    datasets: table.datasets,
  };
}

function toChangedTable(body: VaultSchemas['TableReference']): TableRequest {
  return { connectionId: body.connection_id, schema: body.schema ?? 'public', table: body.table };
}

function toReference({ pk_column: column, pk_value: value, hash }: VaultSchemas['RowDelete']): RowReference {
  return { key: { column, value }, hash };
}
