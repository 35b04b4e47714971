import { conflict, notFound, unavailable } from '@cairn/service';

export function noSuchPublication() {
  return notFound(
    'vault.no_such_publication',
    'There is no published layer at this address. It may have been unpublished.',
  );
}

export function publicationArchived() {
  return notFound(
    'vault.publication_archived',
    'The dataset of this layer is archived. Its layers are published again once it is restored.',
  );
}

export function alreadyPublished(what: string) {
  return conflict(
    'vault.already_published',
    `${what} is already published at another address. End one of them first.`,
  );
}

export function copyNeededToPublish() {
  return conflict(
    'vault.cannot_publish',
    "This version's data is in an object store. Make a local copy to publish it.",
  );
}

export function noLocalCopy() {
  return unavailable(
    'vault.no_local_copy',
    "This layer's data is in an object store, and there is no local copy of it now. Ask an editor of the dataset to make a local copy.",
  );
}

export function noSuchToken(id: number) {
  return notFound('vault.no_such_tile_token', `There is no token ${id} for this layer.`);
}

export function tooManyTokens(most: number) {
  return conflict(
    'vault.too_many_tile_tokens',
    `This layer has ${most} tokens. Revoke those that are no longer used first.`,
  );
}
