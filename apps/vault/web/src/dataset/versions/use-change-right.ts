import { t, useRights } from '@cairn/ui';
import type { DatasetMetadata } from '../../client.ts';

export interface ChangeRight {
  allowed: boolean;
  /** Why not: a sentence. */
  reason: string | null;
}

/** Whether the person may make and delete versions of a dataset. The server checks it again. */
export function useChangeRight(metadata: DatasetMetadata): ChangeRight {
  const editor = useRights('vault').edit;
  if (!editor || !metadata.permissions?.edit)
    return { allowed: false, reason: t('versions.noChange.viewOnly') };
  if (metadata.archived) return { allowed: false, reason: t('versions.noChange.archived') };
  return { allowed: true, reason: null };
}
