import { conflict, notFound } from '@cairn/service';

export function noSuchVersion({ dataset, version }: { dataset: string; version: number }) {
  return notFound('vault.no_such_version', `There is no version ${version} of a dataset "${dataset}".`);
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

export function openEdits({ count, people }: { count: number; people: string[] }) {
  const [edits, them] = count === 1 ? ['one unpublished edit', 'it'] : [`${count} unpublished edits`, 'them'];
  const by = people.length > 0 ? ` by ${people.join(', ')}` : '';
  return conflict(
    'vault.open_edits',
    `The dataset has ${edits}${by}. Save ${them} as a version or discard ${them} first.`,
  );
}
