import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';

/** A sign-in that is under way at the identity provider. */
export interface OpenLogin {
  id: number;
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Of one browser; older ones end. */
const MAX_LOGINS = 5;
const isOpen = sql<boolean>`created_at > now() - interval '10 minutes'`;

export async function insertLogin(
  trx: Db,
  browserHash: string,
  { state, nonce, codeVerifier }: Omit<OpenLogin, 'id'>,
): Promise<void> {
  await trx
    .deleteFrom('oidc_logins')
    .where('id', 'in', (query) =>
      query
        .selectFrom('oidc_logins')
        .select('id')
        .where('browser_hash', '=', browserHash)
        .orderBy('id', 'desc')
        .limit(1_000_000)
        .offset(MAX_LOGINS - 1),
    )
    .execute();
  await trx
    .insertInto('oidc_logins')
    .values({ browser_hash: browserHash, state, nonce, code_verifier: codeVerifier })
    .execute();
}

/** The sign-ins that these browser cookies began within ten minutes. */
export async function findOpenLogins(db: Db, browserHashes: string[]): Promise<OpenLogin[]> {
  if (browserHashes.length === 0) return [];
  return db
    .selectFrom('oidc_logins')
    .select(['id', 'state', 'nonce', 'code_verifier as codeVerifier'])
    .where('browser_hash', 'in', browserHashes)
    .where(isOpen)
    .execute();
}

/** False when another request has taken it. */
export async function takeLogin(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('oidc_logins')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function deleteOldLogins(db: Db): Promise<void> {
  await db
    .deleteFrom('oidc_logins')
    .where(sql<boolean>`NOT (${isOpen})`)
    .execute();
}
