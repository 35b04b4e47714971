import type { VaultSchemas } from '@cairn/contracts';
import type { Version } from '../versions/types.ts';
import { cellOf } from './cell-values.ts';
import type { Capability, EditListing } from './service.ts';
import type { ChangedRow, Edit, EditColumn, LayerSchema, RowPage, Session } from './types.ts';

export function toCapabilityBody(
  { version, schema, reason, session }: Capability,
  autoCommitMs: number | null,
): VaultSchemas['EditCapability'] {
  return {
    editable: reason === null,
    layer: schema?.layer ?? '',
    layers: schema?.layers ?? [],
    datasource_type: version.datasourceType,
    ...(reason === null ? {} : { reason }),
    ...(schema?.key ? { pk_column: schema.key } : {}),
    ...(schema ? { feature_count: schema.featureCount } : {}),
    ...toWorkingEdits(session, autoCommitMs),
  };
}

export function toSchemaBody(schema: LayerSchema): VaultSchemas['EditSchema'] {
  return {
    layer: schema.layer,
    ...toLayerFields(schema),
    ...(schema.key === null ? {} : { primary_key: schema.key }),
    ...(schema.geometryColumn === null ? {} : { geometry_column: schema.geometryColumn }),
  };
}

export function toRowPageBody(
  { version, schema, rows, hashes, bounds, changes, total, session }: RowPage & { version: Version },
  page: {
    limit: number;
    offset: number;
    sort?: string | undefined;
    order: string;
    autoCommitMs: number | null;
  },
): VaultSchemas['RowPage'] {
  return {
    dataset: version.dataset,
    version: version.version,
    layer: schema.layer,
    layers: schema.layers,
    ...toLayerFields(schema),
    rows,
    hashes,
    bounds,
    ...(session && changes ? { changes } : {}),
    total,
    limit: page.limit,
    offset: page.offset,
    order: page.order,
    ...(page.sort === undefined ? {} : { sort: page.sort }),
    ...toWorkingEdits(session, page.autoCommitMs),
  };
}

export function toTableRowPageBody(
  { schema, rows, hashes, bounds, total }: RowPage,
  page: {
    schema: string;
    table: string;
    limit: number;
    offset: number;
    sort: string | undefined;
    order: string;
  },
): VaultSchemas['TableRowPage'] {
  return {
    schema: page.schema,
    table: page.table,
    ...toLayerFields(schema),
    rows,
    hashes,
    bounds,
    total,
    limit: page.limit,
    offset: page.offset,
    order: page.order,
    ...(page.sort === undefined ? {} : { sort: page.sort }),
  };
}

export function toMutationBody(changed: ChangedRow, autoCommitMs: number | null): VaultSchemas['Mutation'] {
  return {
    success: true,
    affected: 1,
    pk_value: keyCell(changed.key),
    ...(changed.row ? { row: changed.row } : {}),
    ...(changed.hash ? { hash: changed.hash } : {}),
    ...(changed.editId === undefined ? {} : { edit_id: changed.editId }),
    ...toWorkingEdits(changed.session, autoCommitMs),
  };
}

export function toEditListBody(
  { session, edits }: EditListing,
  {
    dataset,
    version,
    autoCommitMs,
    withValues,
  }: {
    dataset: string;
    version?: number | undefined;
    autoCommitMs: number | null;
    /** For editors only: old values may be from a version that was deleted. */
    withValues: boolean;
  },
): VaultSchemas['EditList'] {
  return {
    dataset,
    ...(version === undefined ? {} : { version }),
    ...toWorkingEdits(session, autoCommitMs),
    edits: edits.map((edit) => toEditBody(edit, withValues)),
  };
}

export function toDeletedRowsBody(
  dataset: string,
  deleted: Map<string, string[]>,
): VaultSchemas['DeletedRows'] {
  return { dataset, layers: [...deleted].map(([layer, keys]) => ({ layer, keys: keys.map(keyCell) })) };
}

function toEditBody(edit: Edit, withValues: boolean): VaultSchemas['EditList']['edits'][number] {
  return {
    id: edit.id,
    layer: edit.layer,
    kind: edit.kind,
    pk_value: keyCell(edit.key),
    ...(withValues && edit.rowName !== null ? { row_name: edit.rowName } : {}),
    ...(withValues ? { before: edit.before, after: edit.after } : {}),
    at: edit.at.toISOString(),
    ...(edit.by === null ? {} : { by: edit.by }),
    ...(edit.byId === null ? {} : { by_id: edit.byId }),
  };
}

function toLayerFields(schema: LayerSchema) {
  return {
    columns: schema.columns.map(toColumnBody),
    identity: schema.key === null ? [] : [schema.key],
    editable: schema.reason === null,
    ...(schema.reason === null ? {} : { reason: schema.reason }),
    ...(schema.key === null ? {} : { pk_column: schema.key }),
  };
}

function toColumnBody(column: EditColumn): VaultSchemas['EditColumn'] {
  return {
    name: column.name,
    type: column.type,
    editable: column.editable,
    nullable: column.nullable,
    native_type: column.nativeType,
    ...(column.width === undefined ? {} : { width: column.width }),
    ...(column.primaryKey ? { primary_key: true } : {}),
    ...(column.hasDefault ? { has_default: true } : {}),
    ...(column.insertable ? { insertable: true } : {}),
  };
}

function toWorkingEdits(
  session: Session | null,
  autoCommitMs: number | null,
): { working?: VaultSchemas['WorkingEdits'] } {
  if (!session) return {};
  const { edits, revision, people, openedAt, lastEditAt } = session;
  return {
    working: {
      edits,
      revision,
      people,
      since: openedAt.toISOString(),
      last_at: lastEditAt.toISOString(),
      ...(session.isAutoCommitScheduled && autoCommitMs !== null
        ? { seals_at: new Date(lastEditAt.getTime() + autoCommitMs).toISOString() }
        : {}),
    },
  };
}

/** Keys of tables may be text. */
function keyCell(key: string): string | number {
  return /^-?\d{1,19}$/.test(key) ? cellOf(BigInt(key)) : key;
}
