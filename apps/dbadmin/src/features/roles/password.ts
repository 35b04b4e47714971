import type pg from 'pg';
import { ident } from '@cairn/db';
import { badRequest } from '@cairn/service';
import { scramVerifier } from './scram.ts';

/** Whatever could write down the text of a statement. Only superusers may turn these off, for one transaction. */
const QUIET = {
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_min_duration_sample: '-1',
  log_min_error_statement: 'panic',
  'pg_stat_statements.track_utility': 'off',
};

export function readPassword(password: string): string {
  if (!password.includes('\0') && password.isWellFormed()) return password;
  throw badRequest('dbadmin.bad_password', 'A password is text without the character NUL; choose another.');
}

/** Within a transaction: gives a role a password of which not even the verifier is logged where that can be had. */
export async function setPassword(
  client: pg.ClientBase,
  { name, password, superuser }: { name: string; password: string; superuser: boolean },
): Promise<void> {
  const verifier = await scramVerifier(password);
  if (superuser) {
    const quiet = Object.entries(QUIET).map(
      ([setting, value]) => `set_config('${setting}', '${value}', true)`,
    );
    await client.query(`SELECT ${quiet.join(', ')}`);
  }
  await client.query(`ALTER ROLE ${ident(name)} PASSWORD ${client.escapeLiteral(verifier)}`);
}
