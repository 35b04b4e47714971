import { conflict, forbidden, notFound } from '@cairn/service';
import type { VersionPath } from './types.ts';

export function noSuchDataset(name: string) {
  return notFound('vault.no_such_dataset', `There is no dataset "${name}". Check its name.`);
}

export function noSuchVersion({ name, version }: Pick<VersionPath, 'name' | 'version'>) {
  return notFound('vault.no_such_version', `There is no version ${version} of a dataset "${name}".`);
}

export function noSuchVersionId(id: number | string) {
  return notFound('vault.no_such_version', `There is no version with the id ${id}.`);
}

/** For jobs whose version was deleted before they ran. */
export function versionGone() {
  return notFound('vault.version_gone', 'The version was deleted in the meantime. Nothing was changed.');
}

export function datasetGone(name: string) {
  return conflict(
    'vault.dataset_gone',
    `The dataset "${name}" was deleted in the meantime. Nothing was changed.`,
  );
}

export function datasetArchived(name: string) {
  return conflict(
    'vault.dataset_archived',
    `The dataset "${name}" is archived and cannot be changed. Restore it first.`,
  );
}

export function mayNotEdit(name: string) {
  return forbidden(
    'vault.may_not_extend',
    `There is already a dataset "${name}", and you do not have the edit permission on it. Choose another name.`,
  );
}

/** The message must not reveal that there is a dataset which the actor may not see. */
export function nameNotAvailable(name: string) {
  return forbidden('vault.may_not_extend', `The name "${name}" is not available. Choose another name.`);
}

export function openEdits({ count, people }: { count: number; people: string[] }) {
  const [edits, them] = count === 1 ? ['one unpublished edit', 'it'] : [`${count} unpublished edits`, 'them'];
  const by = people.length > 0 ? ` by ${people.join(', ')}` : '';
  return conflict(
    'vault.open_edits',
    `The dataset has ${edits}${by}. Save ${them} as a version or discard ${them} first.`,
  );
}
