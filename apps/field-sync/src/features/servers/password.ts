import type { SecretBox } from '@cairn/service';
import type { SealedServer, Server } from './types.ts';

/** The purpose of a sealed password: one user at one address, so that a row with another address cannot decrypt it. */
export function passwordPurpose({ url, username }: Pick<Server, 'url' | 'username'>): string {
  return `field-sync.servers ${JSON.stringify([url, username])}`;
}

/** The password of a server; null where none is stored. @throws {AppError} unavailable when it cannot be decrypted */
export function openPassword(secretBox: SecretBox, server: SealedServer): string | null {
  const { sealedPassword } = server;
  return sealedPassword === null ? null : secretBox.open(sealedPassword, passwordPurpose(server));
}
