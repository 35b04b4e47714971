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
  /** Whether an identity provider said who they are; the session then counts in OIDC mode alone. */
  viaProvider?: boolean;
}

/** An account with a session, of local mode unless said otherwise; its address is `<name>@example.org`. */
export async function addLocalPerson(app: TestFieldSync, person: NewLocalPerson): Promise<Person> {
  const { name, accesslevel = 'User', isSuperAdmin = false, owner } = person;
  const { hasPassword = false, viaProvider = false } = person;
  const { rows } = await app.admin.query(
    `INSERT INTO field_sync.users (name, email, password_hash, accesslevel, is_super_admin, owner_id)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    [
      ...[name, `${name}@example.org`, hasPassword ? await hashPassword(PASSWORD) : null],
      ...[accesslevel, isSuperAdmin, owner?.id ?? null],
    ],
  );
  const secret = mintSessionSecret();
  const identity = {
    ...{ issuer: 'https://id.example', subject: name, email: `${name}@example.org`, name },
    ...{ roles: [], level: accesslevel },
  };
  await app.admin.query(
    `INSERT INTO field_sync.sessions (token_hash, user_id, identity, expires_at) VALUES ($1, $2, $3, now() + interval '1 day')`,
    [hashCredential(secret), rows[0].id, viaProvider ? JSON.stringify(identity) : null],
  );
  return { id: rows[0].id as number, username: name, cookie: `field_sync_session=${secret}` };
}
