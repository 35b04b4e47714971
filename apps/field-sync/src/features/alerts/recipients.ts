import type { Auth } from '@cairn/auth';
import { AppError } from '@cairn/service';
import { readAddress } from '@cairn/service/mail';
import type { MailRecipient } from '@cairn/service/mail';
import type { Db } from '../../db/schema.ts';

export interface RecipientDeps {
  db: Db;
  auth: Pick<Auth, 'user'>;
  /** Whether user ids are those of the platform. */
  isCentral: boolean;
}

/**
 * The addresses of people that projects name by user id or mail address. Those who have none, and accounts that are gone or disabled,
 * are left out.
 * @throws {AppError} unavailable while the platform's accounts cannot be read
 */
export async function findRecipients(
  deps: RecipientDeps,
  admins: Iterable<string>,
): Promise<Map<string, MailRecipient>> {
  const recipients = new Map<string, MailRecipient>();
  for (const admin of new Set(admins)) {
    const person = /^\d+$/.test(admin) ? await findPerson(deps, Number(admin)) : { name: '', email: admin };
    const address = toAddress(person?.email);
    if (person && address) recipients.set(admin, { name: person.name, address });
  }
  return recipients;
}

async function findPerson(
  { db, auth, isCentral }: RecipientDeps,
  id: number,
): Promise<{ name: string; email: string | null } | undefined> {
  if (!isCentral)
    return db.selectFrom('users').select(['name', 'email']).where('id', '=', id).executeTakeFirst();
  const actor = await auth.user(id).catch((error: unknown) => {
    // Only /api/me of the portal is known, which has nothing about other people.
    if (error instanceof AppError && error.code === 'auth.not_configured') return null;
    throw error;
  });
  return actor ? { name: actor.username ?? '', email: actor.email } : undefined;
}

function toAddress(email: string | null | undefined): string | null {
  try {
    return email ? readAddress(email) : null;
  } catch {
    return null;
  }
}
