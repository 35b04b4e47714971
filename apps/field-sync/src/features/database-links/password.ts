import type { ServerAddress } from '@cairn/db';
import type { SecretBox } from '@cairn/service';
import { loginPassword } from '../actions/login-password.ts';
import type { DatabaseLinkFields, SealedDatabaseLink } from './types.ts';

export const linkPassword = loginPassword(
  'database_links',
  ({ host, port, username }: Pick<DatabaseLinkFields, 'host' | 'port' | 'username'>) => [
    host,
    port,
    username,
  ],
);

/** How to sign in to the database of a link. @throws {AppError} unavailable when the password cannot be decrypted */
export function openAddress(
  secretBox: SecretBox,
  link: DatabaseLinkFields & Pick<SealedDatabaseLink, 'sealedPassword'>,
): ServerAddress {
  const { host, port, username: user, database, sslmode } = link;
  const password = linkPassword.open(secretBox, link) ?? '';
  return { host, port, user, database, password, sslmode };
}
