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
    .select([
      'u.id',
      'u.username',
      'u.email',
      'u.enabled',
      'u.display_name',
      'u.must_change_password',
      'u.created_at',
      'a.is_admin',
      'a.group_names',
      'a.group_ids',
    ]);
}

type UserRow = Awaited<ReturnType<ReturnType<typeof selectUsers>['execute']>>[number];

/** Users by name; `search` is a substring of username, display name or email, whatever its case. */
export async function findUsers(db: Db, search?: string): Promise<User[]> {
  let query = selectUsers(db).orderBy(sql`lower(u.username)`);
  if (search) {
    const found = (column: 'u.username' | 'u.display_name' | 'u.email') =>
      sql<boolean>`position(lower(${search}) IN lower(coalesce(${sql.ref(column)}, ''))) > 0`;
    query = query.where((eb) => eb.or([found('u.username'), found('u.display_name'), found('u.email')]));
  }
  return (await query.execute()).map(toUser);
}

export async function findUser(db: Db, id: number): Promise<User | null> {
  const row = await selectUsers(db).where('u.id', '=', id).executeTakeFirst();
  return row ? toUser(row) : null;
}

/**
 * The account that a typed username names: the name as the database compares it, whether or not the account exists, and
 * the id of its user.
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

/** Usernames are the same whatever their case. */
export async function findPassword(
  db: Db,
  who: { username: string } | { id: number },
): Promise<StoredPassword | null> {
  let query = db
    .selectFrom('users')
    .select(['id', 'username', 'enabled', 'password_hash', 'must_change_password']);
  query =
    'id' in who
      ? query.where('id', '=', who.id)
      : query.where(sql<boolean>`lower(username) = lower(${who.username})`);
  const row = await query.executeTakeFirst();
  return row
    ? {
        id: row.id,
        username: row.username,
        enabled: row.enabled,
        passwordHash: row.password_hash,
        mustChangePassword: row.must_change_password,
      }
    : null;
}

/** The username of another user that looks like this one, or null. Locks until commit, so that concurrent creations see each other. */
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

/** False when the user does not exist, or the password is no longer the one to be replaced. */
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
 * Whether the user is enabled and has this very password hash still, and keeps it so until the transaction ends:
 * hashing takes long enough for an administrator to disable the user or to set another password.
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

function toUser(row: UserRow): User {
  return {
    id: row.id,
    username: row.username,
    displayName: row.display_name,
    email: row.email,
    enabled: row.enabled,
    mustChangePassword: row.must_change_password,
    isAdmin: row.is_admin,
    groups: row.group_names,
    groupIds: row.group_ids,
    createdAt: row.created_at,
  };
}
