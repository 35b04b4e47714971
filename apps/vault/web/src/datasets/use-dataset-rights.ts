import { useRights } from '@cairn/ui';
import type { ManagedDataset } from '../client.ts';

export interface DatasetRights {
  /** Rename, move, archive: active datasets alone. */
  change: boolean;
  clone: boolean;
  restore: boolean;
  remove: boolean;
  /** See and change who may use it. */
  share: boolean;
}

/**
 * What the person may do with a dataset. Each change needs two rights: to edit in the vault as a whole, and one on the
 * dataset. The server checks both again.
 */
export function useDatasetRights(): (row: ManagedDataset) => DatasetRights {
  const editor = useRights('vault').edit;
  return ({ permissions, archived }) => ({
    change: editor && permissions.edit && !archived,
    clone: editor,
    restore: editor && permissions.edit && archived,
    remove: editor && permissions.admin && archived,
    share: permissions.admin,
  });
}
