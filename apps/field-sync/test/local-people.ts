import { hashCredential, hashPassword, mintSessionSecret } from '@cairn/auth';
import type { Person } from '@cairn/testing';
import type { TestFieldSync } from './test-app.ts';

/** Of all people that have a password. */
export const PASSWORD = 'a long enough secret';

interface NewLocalPerson {
  name: string;
  accesslevel?: 'Admin' | 'User';
  isSuperAdmin?: boolean;
  /** Who made the account. */
  owner?: Person;
  /** Whether the account has a password, which takes a while to hash. */
  hasPassword?: boolean;
}

/** An account of local mode with a session; its address is `<name>@example.org`. */
export async function addLocalPerson(app: TestFieldSync, person: NewLocalPerson): Promise<Person> {
  const { name, accesslevel = 'User', isSuperAdmin = false, owner, hasPassword = false } = person;
  const { rows } = await app.admin.query(
    `INSERT INTO field_sync.users (name, email, password_hash, accesslevel, is_super_admin, owner_id)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    [
      ...[name, `${name}@example.org`, hasPassword ? await hashPassword(PASSWORD) : null],
      ...[accesslevel, isSuperAdmin, owner?.id ?? null],
    ],
  );
  const secret = mintSessionSecret();
  await app.admin.query(
    `INSERT INTO field_sync.sessions (token_hash, user_id, expires_at) VALUES ($1, $2, now() + interval '1 day')`,
    [hashCredential(secret), rows[0].id],
  );
  return { id: rows[0].id as number, username: name, cookie: `field_sync_session=${secret}` };
}
