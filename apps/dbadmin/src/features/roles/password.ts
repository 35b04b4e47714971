import type pg from 'pg';
import { ident, scramVerifier } from '@cairn/db';
import { badPassword } from './errors.ts';

/** Settings that log statements, turned off for one transaction. Only superusers may do that. */
const QUIET = {
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_min_duration_sample: '-1',
  log_min_error_statement: 'panic',
  'pg_stat_statements.track_utility': 'off',
};

export function readPassword(password: string): string {
  if (!password.includes('\0') && password.isWellFormed()) return password;
  throw badPassword();
}

/** In a transaction: sets the password of a role. If possible, not even its verifier is logged. */
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
