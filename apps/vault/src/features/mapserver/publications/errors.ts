import { badRequest, forbidden, notFound } from '@cairn/service';

export function noSuchPublication(id: number) {
  return notFound('vault.no_such_publication', `There is no publication ${id}. Reload the list.`);
}

export function mayNotPublish() {
  return forbidden('vault.may_not_publish', 'You need the edit permission on this dataset.');
}

export function publicationBusy(store: string) {
  return badRequest(
    'vault.publication_busy',
    `The store "${store}" is being published or removed right now. Wait until that job has ended.`,
  );
}

export function storeUsed(store: string) {
  return badRequest(
    'vault.store_used',
    `The store "${store}" belongs to the publication of another dataset. Choose another store name.`,
  );
}

export function storeReserved(store: string) {
  return badRequest(
    'vault.store_reserved',
    `The store name "${store}" ends like those that are used while data are replaced. Choose another store name.`,
  );
}

export function notStoredHere() {
  return badRequest(
    'vault.not_stored_here',
    'Only a version with a file on this server can be published to a map server. Import the data first.',
  );
}
