import type { SecretBox } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import type { TokenStore } from './sign-in.ts';

/** The login of a server as it was read; a token that belongs to an older one is not saved. */
export interface ServerLogin {
  id: number;
  url: string;
  username: string;
  sealedPassword: string | null;
}

/** The token of a server in its row, sealed. */
export function createTokenStore(
  { db, secretBox }: { db: Db; secretBox: SecretBox },
  login: ServerLogin,
): TokenStore {
  const purpose = `field_sync.server_token.${login.id}`;
  const ofLogin = () =>
    db
      .updateTable('servers')
      .where('id', '=', login.id)
      .where('url', '=', login.url)
      .where('username', '=', login.username)
      .where('sealed_password', login.sealedPassword === null ? 'is' : '=', login.sealedPassword);

  return {
    async read() {
      const row = await db
        .selectFrom('servers')
        .select(['sealed_token', 'token_expires_at', 'sign_in_problem'])
        .where('id', '=', login.id)
        .executeTakeFirst();
      const token = row?.sealed_token ? tryOpen(secretBox, row.sealed_token, purpose) : null;
      return {
        issued: token === null ? null : { token, expiresAt: row?.token_expires_at ?? null },
        problem: row?.sign_in_problem ?? null,
      };
    },
    async save({ token, expiresAt }) {
      const values = { sealed_token: secretBox.seal(token, purpose), token_expires_at: expiresAt };
      await ofLogin()
        .set({ ...values, sign_in_problem: null })
        .execute();
    },
    async stop(problem) {
      await ofLogin().set({ sealed_token: null, token_expires_at: null, sign_in_problem: problem }).execute();
    },
  };
}

/** Null for a token that was sealed with a key that is gone: signing in makes another one. */
function tryOpen(secretBox: SecretBox, sealed: string, purpose: string): string | null {
  try {
    return secretBox.open(sealed, purpose);
  } catch {
    return null;
  }
}
