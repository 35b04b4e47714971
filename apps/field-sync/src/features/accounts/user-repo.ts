import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db, UsersTable } from '../../db/schema.ts';
import type { Account, AccountFields, ListedAccount } from './types.ts';

/** By name, without passwords. */
export async function listUsers(db: Db): Promise<ListedAccount[]> {
  const rows = await db
    .selectFrom('users as u')
    .selectAll('u')
    .select(
      sql<
        number[]
      >`ARRAY(SELECT g.group_id FROM group_users AS g WHERE g.user_id = u.id ORDER BY g.group_id)`.as(
        'group_ids',
      ),
    )
    .orderBy(sql`lower(u.name)`)
    .orderBy('u.id')
    .execute();
  return rows.map(({ group_ids: groupIds, ...row }) => {
    const { passwordHash: _hash, ...account } = toAccount(row);
    return { ...account, groupIds };
  });
}

/** In any case of letters. */
export async function findUserByEmail(db: Db, email: string): Promise<Account | null> {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst();
  return row ? toAccount(row) : null;
}

/** Until the end of the transaction nobody else changes it. */
export async function lockUser(trx: Db, id: number): Promise<Account | null> {
  const row = await trx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row ? toAccount(row) : null;
}

export async function insertUser(
  trx: Db,
  user: AccountFields & { passwordHash: string; ownerId: number | null; isSuperAdmin?: boolean },
): Promise<number> {
  const { name, email, accesslevel, passwordHash, ownerId, isSuperAdmin = false } = user;
  const { id } = await trx
    .insertInto('users')
    .values({
      ...{ name, email, accesslevel, password_hash: passwordHash },
      ...{ owner_id: ownerId, is_super_admin: isSuperAdmin },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A password of null keeps the stored one. */
export async function updateUser(
  trx: Db,
  id: number,
  { passwordHash, ...fields }: AccountFields & { passwordHash: string | null },
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ ...fields, updated_at: new Date() })
    .$if(passwordHash !== null, (query) => query.set({ password_hash: passwordHash }))
    .where('id', '=', id)
    .execute();
}

/** Sessions end with the account. */
export async function deleteUser(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('users').where('id', '=', id).execute();
}

/** A person whose password or level changed signs in again. */
export async function endSessionsOf(trx: Db, userId: number): Promise<void> {
  await trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

/** Until the end of the transaction no other one inserts users under this lock. */
export async function lockUsers(trx: Db): Promise<void> {
  await sql`LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

function toAccount(row: Selectable<UsersTable>): Account {
  return {
    ...{ id: row.id, name: row.name, email: row.email, accesslevel: row.accesslevel },
    ...{ isSuperAdmin: row.is_super_admin, ownerId: row.owner_id, passwordHash: row.password_hash },
  };
}
