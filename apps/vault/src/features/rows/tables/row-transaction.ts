import { setTimeout as delay } from 'node:timers/promises';
import { classifySessionError } from '@cairn/db';
import { AppError, badRequest, conflict } from '@cairn/service';
import type pg from 'pg';
import type { SavedConnections } from '../../connections/saved-connections.ts';
import { readTransactionStatus } from '../../connections/server-queries.ts';

/** A row that someone else is changing is not waited for longer. */
const LOCK_MS = 2_000;
/** How often, and after how many milliseconds each, the database is asked again about a transaction that has not ended. */
const ASK_TIMES = 5;
const ASK_MS = 200;

/** The connection broke during the COMMIT. The server may have committed before. */
export class CommitUnanswered<T> extends AppError {
  readonly transactionId: string;
  /** Of the work of the transaction, in case it was committed. */
  readonly result: T;

  constructor({ transactionId, result, cause }: { transactionId: string; result: T; cause: unknown }) {
    super({
      kind: 'unavailable',
      code: 'vault.outcome_unknown',
      message:
        'The connection to the database broke while the change was saved, so it may or may not be there. Reload the rows before you try again.',
      cause,
    });
    this.transactionId = transactionId;
    this.result = result;
  }
}

/** Runs the change of a row in a transaction. @throws {AppError} @throws {CommitUnanswered} */
export async function inRowTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query(`BEGIN; SET LOCAL lock_timeout TO ${LOCK_MS}`);
  let result: T;
  let transactionId: string | null;
  try {
    result = await work();
    transactionId = await readTransactionId(client);
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw toChangeError(error);
  }
  try {
    await client.query('COMMIT');
  } catch (error) {
    if (classifySessionError(error) !== null && transactionId !== null)
      throw new CommitUnanswered({ transactionId, result, cause: error });
    await client.query('ROLLBACK').catch(() => undefined);
    throw toChangeError(error);
  }
  return result;
}

/** Null when the transaction has written nothing. The search path is that of the database here. */
async function readTransactionId(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ id: string | null }>(
    'SELECT pg_catalog.pg_current_xact_id_if_assigned()::pg_catalog.text AS id',
  );
  return rows[0]?.id ?? null;
}

/**
 * Asks the database, in another session, what became of a transaction. Returns its result when it was committed.
 * @throws {AppError} unavailable when it was not, and when that cannot be found out
 */
export async function resolveCommit<T>(
  connections: SavedConnections,
  connectionId: number,
  unanswered: CommitUnanswered<T>,
): Promise<T> {
  const { transactionId, result, cause } = unanswered;
  const status = await connections
    .use(connectionId, (client) => awaitTransactionEnd(client, transactionId))
    .catch(() => null);
  if (status === 'committed') return result;
  throw status === 'aborted' ? notSaved(cause) : unanswered;
}

/** A server notices only after a moment that the connection is gone. */
async function awaitTransactionEnd(client: pg.ClientBase, transactionId: string): Promise<string | null> {
  for (let asked = 1; ; asked += 1) {
    const status = await readTransactionStatus(client, transactionId);
    if (status !== 'in progress' || asked === ASK_TIMES) return status;
    await delay(ASK_MS);
  }
}

/** The server undoes a transaction that was not committed. */
function notSaved(cause: unknown) {
  return new AppError({
    kind: 'unavailable',
    code: 'vault.change_not_saved',
    message:
      'The database stopped answering, or took too long, before the change was saved. Nothing was changed. Try again later.',
    cause,
  });
}

/** Replaces the database's own message, which may contain other people's values. */
function toChangeError(error: unknown): unknown {
  const { code, column, constraint } = error as { code?: string; column?: string; constraint?: string };
  if (error instanceof AppError) return error;
  if (classifySessionError(error) !== null) return notSaved(error);
  if (typeof code !== 'string') return error;
  if (code === '23502')
    return badRequest('vault.value_missing', `"${column ?? 'A column'}" must not be empty.`);
  if (code === '23505')
    return badRequest(
      'vault.duplicate',
      `Another row has the same value, which ${constraint ?? 'a constraint'} forbids.`,
    );
  if (code.startsWith('23'))
    return badRequest(
      'vault.rule_broken',
      `The constraint ${constraint ?? ''} of the database forbids this value.`,
    );
  if (code.startsWith('22') || code === '42804')
    return badRequest('vault.bad_value', "A value does not have its column's type. Check it.");
  if (code === '42501')
    return conflict(
      'vault.no_right',
      'The database user of the connection may not make this change (its privileges, or row-level security).',
    );
  if (code === 'P0001')
    return badRequest('vault.rule_broken', 'A trigger of the database rejects this change.');
  if (code === '55P03' || code === '40001' || code === '40P01')
    return conflict(
      'vault.row_locked',
      'Someone else is changing this row. Nothing was changed; try again in a few seconds.',
    );
  return /^[0-9A-Z]{5}$/.test(code)
    ? conflict(
        'vault.change_refused',
        `The database rejected the change (error ${code}). Nothing was changed.`,
      )
    : error;
}
