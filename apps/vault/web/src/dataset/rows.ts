import { t, useApi, useRights } from '@cairn/ui';
import { vault, type RowPage, type Version } from '../client.ts';
import { datasetKey } from '../query-keys.ts';
import type { DatasetTabProps } from './types.ts';

export type Row = RowPage['rows'][number];
export type RowKey = string | number;

/** What a table asks for; the names are those of the contract. */
export interface RowQuery {
  layer?: string;
  sort?: string;
  order?: 'asc' | 'desc';
  filters?: string;
  limit?: number;
  offset?: number;
  count?: boolean;
}

/** Everything that is known of a dataset's rows: old after each edit. */
export function rowsKey(dataset: string): readonly string[] {
  return [...datasetKey(dataset), 'rows'];
}

export function getRows(version: Version, query: RowQuery, signal: AbortSignal) {
  const path = { name: version.dataset, version: version.version };
  return vault.GET('/datasets/{name}/versions/{version}/edit/rows', { params: { path, query }, signal });
}

/** Whether the rows of a layer can be edited, and by which column they are known. */
export function useCapability(version: Version, layer: string) {
  const path = { name: version.dataset, version: version.version };
  return useApi(
    [...datasetKey(version.dataset), 'capability', version.id, layer],
    (signal) =>
      vault.GET('/datasets/{name}/versions/{version}/edit/capability', {
        params: { path, query: layer ? { layer } : {} },
        signal,
      }),
    { enabled: version.type === 'vector', staleTime: 30_000 },
  );
}

/** The one row with this key, with the edits that are not yet a version. */
export function useRow(version: Version, layer: string, key: string) {
  const capability = useCapability(version, layer);
  const column = capability.data?.pk_column;
  const row = useApi(
    [...rowsKey(version.dataset), version.id, layer, 'one', key],
    (signal) => {
      const filters = JSON.stringify([{ column, op: '=', value: keyValue(key) }]);
      return getRows(version, { ...(layer ? { layer } : {}), filters, limit: 1, count: false }, signal);
    },
    { enabled: key !== '' && column !== undefined, keepPrevious: false },
  );
  return { ...row, error: row.error ?? capability.error, column };
}

/** A key from the URL, in the type that the column most likely has. */
function keyValue(key: string): RowKey {
  return /^-?\d{1,15}$/.test(key) ? Number(key) : key;
}

export interface Editable {
  /** False also while that is loading. */
  editable: boolean;
  isLoading: boolean;
  /** Why not: a sentence for users who might expect it. */
  reason?: string | undefined;
}

/** Whether the person may change rows of the shown version, and why not. */
export function useEditable({ metadata, version }: DatasetTabProps, layer: string): Editable {
  const capability = useCapability(version, layer);
  const rights = useRights('vault');
  const isLoading = capability.isLoading || rights.isLoading;
  if (isLoading || !capability.data) return { editable: false, isLoading };
  const readOnly = (reason: string | undefined) => ({ editable: false, isLoading, reason });
  if (metadata.archived) return readOnly(t('editing.archived'));
  if (!metadata.permissions?.edit || !rights.edit) return readOnly(t('editing.viewOnly'));
  return capability.data.editable ? { editable: true, isLoading } : readOnly(capability.data.reason);
}
