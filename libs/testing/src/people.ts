import { hashCredential, mintSessionSecret } from '@cairn/auth';
import type pg from 'pg';

export type Permission = 'view' | 'edit' | 'admin';

/** A signed-in user, with the cookie that a browser would send. */
export interface Person {
  id: number;
  username: string;
  cookie: string;
}

export interface NewPerson {
  username: string;
  isAdmin?: boolean;
  /** Permission on the service itself; default edit. */
  service?: Permission | null;
}

export interface Grant {
  to: Person;
  /** Key of a resource. */
  on: string;
  resourceType: string;
  permission: Permission;
}

/** Registers a service as the portal would, so that permissions on it can be granted. */
export async function registerService(admin: pg.Pool, service: string): Promise<void> {
  await admin.query(
    `INSERT INTO portal.resources (resource_type, resource_key, display_name, service)
     VALUES ('service', $1, $1, $1) ON CONFLICT DO NOTHING`,
    [service],
  );
}

/** Inserts a user with a session into the portal's tables, as the portal would. `admin` is a superuser's pool. */
export async function signUp(admin: pg.Pool, service: string, person: NewPerson): Promise<Person> {
  const { username, isAdmin = false, service: permission = 'edit' } = person;
  const { rows } = await admin.query(
    `INSERT INTO portal.users (username, password_hash) VALUES ($1, 'none') RETURNING id`,
    [username],
  );
  const id = rows[0].id as number;
  const secret = mintSessionSecret();
  await admin.query(
    `INSERT INTO portal.sessions (token_hash, user_id, idle, expires_at)
     VALUES ($1, $2, interval '1 hour', now() + interval '1 day')`,
    [hashCredential(secret), id],
  );
  if (isAdmin) {
    await admin.query(
      `INSERT INTO portal.group_members (group_id, user_id)
       SELECT id, $1 FROM portal.groups WHERE kind = 'administrators'`,
      [id],
    );
  } else {
    await admin.query(`INSERT INTO portal.groups (name) VALUES ($1)`, [`only ${username}`]);
    await admin.query(
      `INSERT INTO portal.group_members (group_id, user_id) SELECT id, $1 FROM portal.groups WHERE name = $2`,
      [id, `only ${username}`],
    );
  }
  const signedUp = { id, username, cookie: `platform_session=${secret}` };
  if (permission && !isAdmin) {
    await grant(admin, { to: signedUp, on: service, permission, resourceType: 'service' });
  }
  return signedUp;
}

/** Gives a person a permission on a resource. */
export async function grant(admin: pg.Pool, { to, on, resourceType, permission }: Grant): Promise<void> {
  await admin.query(
    `INSERT INTO portal.permissions (resource_id, group_id, permission)
     SELECT r.id, g.id, $3 FROM portal.resources r, portal.groups g
      WHERE r.resource_type = $4 AND r.resource_key = $1 AND g.name = $2`,
    [on, `only ${to.username}`, permission, resourceType],
  );
}
