import { t } from '@cairn/ui';
import type { Edit } from './use-working.ts';

/** "Ada changed population of 12": one edit in words. */
export function editSentence({ kind, by, pk_value: key, after }: Edit): string {
  const columns = Object.keys(after ?? {}).join(', ');
  return t(`editing.did.${kind}`, { who: by ?? t('editing.somebody'), key, columns });
}
