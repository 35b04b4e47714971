import { t } from '@cairn/ui';
import { nameProblem } from '../datasets/name-check.ts';
import type { Destination } from '../upload/use-destination.ts';

/** Returns the problem with the name of a new dataset; null if it is valid. */
export function targetProblem(
  name: string,
  { isVersion, taken }: Pick<Destination, 'isVersion'> & { taken: ReadonlySet<string> },
): string | null {
  if (isVersion) return null;
  const problem = nameProblem(name);
  if (problem) return t(`nameProblem.${problem}`);
  return taken.has(name.trim().toLowerCase()) ? t('import.taken', { name: name.trim() }) : null;
}

/** Where the import goes, as the vault spells it. */
export function targetFields(
  { isVersion, dataset, folder }: Destination,
  name: string,
): { dataset_name: string; folder_id?: number } {
  if (isVersion) return { dataset_name: dataset };
  return { dataset_name: name.trim(), ...(folder === null ? {} : { folder_id: folder }) };
}
