import type { SecretBox } from '@cairn/service';
import { noPassword } from '../actions/errors.ts';
import type { CatalogNodeFields, SealedCatalogNode } from './types.ts';

/** The purpose of a sealed password: one user of one host, so that a row with another address cannot decrypt it. */
export function passwordPurpose({
  host,
  port,
  username,
}: Pick<CatalogNodeFields, 'host' | 'port' | 'username'>): string {
  return `field-sync.catalog_nodes ${JSON.stringify([host, port, username])}`;
}

/** @throws {AppError} conflict where none is stored, unavailable when it cannot be decrypted */
export function openPassword(secretBox: SecretBox, node: SealedCatalogNode): string {
  if (node.sealedPassword === null) throw noPassword(node.name);
  return secretBox.open(node.sealedPassword, passwordPurpose(node));
}
