import type { ServerAddress } from '@cairn/db';
import type { SecretBox } from '@cairn/service';
import type { DatabaseLink, DatabaseLinkFields, SealedDatabaseLink } from './types.ts';

/** The purpose of a sealed password: one role of one server, so that a row with another address cannot decrypt it. */
export function passwordPurpose({
  host,
  port,
  username,
}: Pick<DatabaseLink, 'host' | 'port' | 'username'>): string {
  return `field-sync.database_links ${JSON.stringify([host, port, username])}`;
}

/** How to sign in to the database of a link. @throws {AppError} unavailable when the password cannot be decrypted */
export function openAddress(
  secretBox: SecretBox,
  link: DatabaseLinkFields & Pick<SealedDatabaseLink, 'sealedPassword'>,
): ServerAddress {
  const { host, port, username: user, database, sslmode, sealedPassword } = link;
  const password = sealedPassword === null ? '' : secretBox.open(sealedPassword, passwordPurpose(link));
  return { host, port, user, database, password, sslmode };
}
