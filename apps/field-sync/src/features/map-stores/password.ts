import type { SecretBox } from '@cairn/service';
import { noPassword } from '../actions/errors.ts';
import type { MapStoreFields, SealedMapStore } from './types.ts';

/** The purpose of a sealed password: one user at one address, so that a row with another address cannot decrypt it. */
export function passwordPurpose({ url, username }: Pick<MapStoreFields, 'url' | 'username'>): string {
  return `field-sync.map_stores ${JSON.stringify([url, username])}`;
}

/** @throws {AppError} conflict where none is stored, unavailable when it cannot be decrypted */
export function openPassword(secretBox: SecretBox, store: SealedMapStore): string {
  if (store.sealedPassword === null) throw noPassword(store.name);
  return secretBox.open(store.sealedPassword, passwordPurpose(store));
}
