import { badRequest, conflict, forbidden, notFound } from '@cairn/service';

export function nameTaken(name: string) {
  return conflict('vault.name_taken', `The name "${name}" is not available. Choose another name.`);
}

export function notConfirmed() {
  return badRequest(
    'vault.not_confirmed',
    'Deleting a dataset cannot be undone. Add confirm=true to the address to delete it.',
  );
}

export function notArchived(name: string) {
  return conflict(
    'vault.dataset_not_archived',
    `The dataset "${name}" is not archived. Archive it first, then delete it.`,
  );
}

export function noVersionToClone(name: string) {
  return notFound('vault.no_versions', `The dataset "${name}" has no version to clone.`);
}

export function keysNotCloned() {
  return forbidden(
    'vault.keys_not_cloned',
    'The data of this dataset is stored elsewhere and read with keys that its owner saved. A clone would go on using them, so only users with the admin permission on the dataset can create one. Import the file with your own keys instead.',
  );
}
