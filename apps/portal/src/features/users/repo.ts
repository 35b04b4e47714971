import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import { lookalikeSkeleton } from '../../usernames.ts';
import type { User } from './types.ts';

export interface StoredPassword {
  id: number;
  username: string;
  enabled: boolean;
  passwordHash: string;
  mustChangePassword: boolean;
}

function selectUsers(db: Db) {
  return db
    .selectFrom('auth_users as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select(['u.id', 'u.username', 'u.display_name as displayName', 'u.email', 'u.enabled'])
    .select(['u.must_change_password as mustChangePassword', 'a.is_admin as isAdmin'])
    .select(['a.group_names as groups', 'a.group_ids as groupIds', 'u.created_at as createdAt']);
}

/** Users by name; `search` is a case-insensitive part of username, display name or email. */
export async function findUsers(db: Db, search?: string): Promise<User[]> {
  let query = selectUsers(db).orderBy(sql`lower(u.username)`);
  if (search) {
    const matches = (column: 'u.username' | 'u.display_name' | 'u.email') =>
      sql<boolean>`position(lower(${search}) IN lower(coalesce(${sql.ref(column)}, ''))) > 0`;
    query = query.where((eb) =>
      eb.or([matches('u.username'), matches('u.display_name'), matches('u.email')]),
    );
  }
  return query.execute();
}

export async function findUser(db: Db, id: number): Promise<User | null> {
  return (await selectUsers(db).where('u.id', '=', id).executeTakeFirst()) ?? null;
}

/**
 * The account of a username that was entered: the name as the database compares it, also for unknown accounts, and the id of
 * the user.
 */
export async function findAccount(
  db: Db,
  username: string,
): Promise<{ name: string; userId: number | null }> {
  const { rows } = await sql<{ name: string; userId: number | null }>`SELECT typed.name, u.id AS "userId"
    FROM lower(${username}::text) AS typed (name) LEFT JOIN users u ON lower(u.username) = typed.name`.execute(
    db,
  );
  return rows[0] as { name: string; userId: number | null };
}

/** Usernames are case-insensitive. */
export async function findPassword(
  db: Db,
  key: { username: string } | { id: number },
): Promise<StoredPassword | null> {
  let query = db
    .selectFrom('users')
    .select(['id', 'username', 'enabled', 'password_hash as passwordHash'])
    .select('must_change_password as mustChangePassword');
  query =
    'id' in key
      ? query.where('id', '=', key.id)
      : query.where(sql<boolean>`lower(username) = lower(${key.username})`);
  return (await query.executeTakeFirst()) ?? null;
}

/** A different username that looks like this one, or null. Locks until commit, so that concurrent creations see each other. */
export async function findLookalike(db: Db, username: string): Promise<string | null> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('portal.users.username'))`.execute(db);
  const rows = await db.selectFrom('users').select('username').execute();
  const look = lookalikeSkeleton(username);
  const folded = username.toLowerCase();
  return (
    rows.find((row) => row.username.toLowerCase() !== folded && lookalikeSkeleton(row.username) === look)
      ?.username ?? null
  );
}

export async function insertUser(
  db: Db,
  user: {
    username: string;
    displayName?: string;
    email: string | null;
    passwordHash: string;
    enabled: boolean;
    mustChangePassword?: boolean;
  },
): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({
      username: user.username,
      email: user.email,
      password_hash: user.passwordHash,
      enabled: user.enabled,
      display_name: user.displayName ?? '',
      must_change_password: user.mustChangePassword ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateUser(
  db: Db,
  id: number,
  { displayName, ...change }: { displayName?: string; email?: string | null; enabled?: boolean },
): Promise<void> {
  const fields = { ...change, ...(displayName === undefined ? {} : { display_name: displayName }) };
  if (Object.keys(fields).length === 0) return;
  await db.updateTable('users').set(fields).where('id', '=', id).execute();
}

/** False when the user does not exist, or the password has changed from `from`. */
export async function updatePassword(
  db: Db,
  id: number,
  change: { to: string; from?: string; mustChange?: boolean },
): Promise<boolean> {
  let query = db
    .updateTable('users')
    .set({ password_hash: change.to, must_change_password: change.mustChange ?? false })
    .where('id', '=', id);
  if (change.from !== undefined) query = query.where('password_hash', '=', change.from);
  return (await query.executeTakeFirst()).numUpdatedRows > 0n;
}

/**
 * Whether the user is still enabled and has this password hash; it stays so until the transaction ends. During hashing an
 * administrator may disable the user or set another password.
 */
export async function lockPassword(
  db: Db,
  { id, passwordHash }: Pick<StoredPassword, 'id' | 'passwordHash'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .where('enabled', '=', true)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}
