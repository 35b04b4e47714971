import { t } from '@cairn/ui';
import type { Edit } from './use-pending-edits.ts';

/** "Ada changed population of Springfield": one edit in words; rows without a name are called by their id. */
export function editSentence({ kind, by, pk_value, row_name, after }: Edit): string {
  const key = row_name ?? t('table.rowId', { id: String(pk_value) });
  const columns = Object.keys(after ?? {}).join(', ');
  return t(`editing.did.${kind}`, { who: by ?? t('editing.somebody'), key, columns });
}
