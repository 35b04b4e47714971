import { classifySessionError, explainConnectionError } from '@cairn/db';
import { ProgramError } from '@cairn/programs';
import { AppError, OutboundError } from '@cairn/service';
import { DatabaseError } from 'pg';
import type { PlanItem, TargetFailure, TargetOutcome, TargetPlace } from './types.ts';

/** Every failure of work in a target database; others are faults of our own. */
export class TargetError extends AppError {
  readonly outcome: TargetOutcome;
  /** What a person may decide, as in a plan. */
  readonly items: PlanItem[];

  constructor({ outcome, code, message, items = [] }: TargetFailure, cause?: unknown) {
    super({ kind: 'conflict', code, message, ...(cause === undefined ? {} : { cause }) });
    this.name = 'TargetError';
    this.outcome = outcome;
    this.items = items;
  }
}

export function paused(code: string, message: string, cause?: unknown): TargetError {
  return new TargetError({ outcome: 'pause', code: `field_sync.${code}`, message }, cause);
}

export function again(code: string, message: string, cause?: unknown): TargetError {
  return new TargetError({ outcome: 'retry', code: `field_sync.${code}`, message }, cause);
}

/** Another run was applied since the state was read. */
export function stateMoved(expected: number, found: number): TargetError {
  return new TargetError({
    outcome: 'read_state',
    code: 'field_sync.state_moved',
    message: `Another run was applied in the meantime: the tables are at run ${found} instead of ${expected}.`,
  });
}

/** The connection broke after the commit was sent: only the state says whether it got through. */
export function commitUnknown(cause: unknown): TargetError {
  const message =
    'The connection broke while the changes were committed. The state in the database is read again.';
  return new TargetError({ outcome: 'read_state', code: 'field_sync.commit_unknown', message }, cause);
}

/** Rows that should have been written were not. `culprits` are the table's triggers, rules and policies. */
export function rowsSuppressed(
  table: string,
  { expected, affected, culprits }: { expected: number; affected: number; culprits: string[] },
): TargetError {
  const by = culprits.length > 0 ? culprits.join(', ') : 'a trigger, rule or policy';
  return paused(
    'rows_suppressed',
    `Of ${expected} rows of ${table} only ${affected} were written, because ${by} suppressed the others. Nothing was applied. Change the trigger, rule or policy so that it lets these rows through.`,
  );
}

/** An error of the driver, of the server or of a host's name as what follows from it. */
export function toTargetError(error: unknown, place: TargetPlace, { isOpen }: { isOpen: boolean }): unknown {
  if (error instanceof TargetError) return error;
  if (error instanceof OutboundError) {
    const { reason, message } = error;
    return reason === 'refused'
      ? paused('host_not_allowed', message, error)
      : again('unreachable', message, error);
  }
  if (error instanceof DatabaseError) return fromServer(error, place);
  if (error instanceof ProgramError) return fromReader(error);
  if (error instanceof AppError) return error;
  if (isOpen) return classifySessionError(error) === null ? error : connectionLost(error);
  return isNetworkError(error) ? fromConnection(error, place) : error;
}

/** The program that reads packages gives no reason: its output may have bytes of the file. */
function fromReader(error: ProgramError): unknown {
  switch (error.reason) {
    case 'failed':
      return paused(
        'package_unreadable',
        'The package is damaged, or is not a GeoPackage. Upload it again to the project.',
        error,
      );
    case 'killed':
    case 'timeout':
      return again(
        'reader_ended',
        'Reading the package took too much time or memory. The run is repeated.',
        error,
      );
    default:
      return error;
  }
}

/** A statement got no answer; see `watchSession`. */
export function databaseHangs(
  { address: { host, port } }: TargetPlace,
  { answersOthers }: { answersOthers: boolean },
): TargetError {
  return answersOthers
    ? again(
        'database_silent',
        `The database at ${host}:${port} answers, but stopped answering the session of this run. The session was closed, and the run is repeated.`,
      )
    : again(
        'database_unreachable',
        `No database responds at ${host}:${port}. Check the address and the server.`,
      );
}

function connectionLost(cause: unknown): TargetError {
  return again('connection_lost', 'The connection to the database broke. The run is repeated.', cause);
}

/** A failure to open a session. */
function fromConnection(error: unknown, { address }: TargetPlace): TargetError {
  const { kind, sentence } = explainConnectionError(error, address);
  const isFinal = kind !== 'unreachable' && (error as { code?: unknown }).code !== '53300';
  return isFinal
    ? paused(`database_${kind}`, sentence, error)
    : again('database_unreachable', sentence, error);
}

/** Codes of the driver's and of Node's network errors, and of TLS. */
function isNetworkError(error: unknown): boolean {
  const { code, name, message = '' } = error as { code?: unknown; name?: string; message?: string };
  if (name === 'UnsafeAuthenticationError') return true;
  if (
    typeof code === 'string' &&
    /^(E[A-Z]{4,}|ERR_(TLS|SSL)_|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)
  )
    return true;
  return /SSL|timeout|connection|SCRAM|SASL/i.test(message);
}

const REFUSED = /^(28|3D000$|53300$)/;

function fromServer(error: DatabaseError, place: TargetPlace): TargetError {
  const { code = '' } = error;
  if (REFUSED.test(code)) return fromConnection(error, place);
  const { address, schema } = place;
  const table =
    error.table === undefined ? `schema "${schema}"` : `table ${error.schema ?? schema}.${error.table}`;
  switch (code) {
    case '55P03':
    case '40001':
    case '40P01':
      return again('database_busy', 'Someone else holds locks on the tables. The run is repeated.', error);
    case '53100':
      return paused(
        'database_full',
        `The disk of the database server ${address.host} is full. Nothing was applied. Ask its administrator to free space on the database server; the project continues by itself within 15 minutes after that, or at once when you start it again.`,
        error,
      );
    case '53400':
      return paused(
        'database_limit',
        `A limit of the database server ${address.host} was reached: ${error.message}. Nothing was applied. Ask its administrator to raise it, then start the project again.`,
        error,
      );
    case '25006':
      return paused(
        'database_read_only',
        `The database "${address.database}" accepts no changes: it is a replica, or read-only. Choose its primary server.`,
        error,
      );
    case '42501':
      return paused(
        'no_right',
        `"${address.user}" lacks a privilege in ${table}: ${error.message}. Grant it, or use another login.`,
        error,
      );
    case '42P01':
    case '42703':
      return paused(
        'layout_differs',
        `A table or column of the project is missing in ${table}: ${error.message}. Start a reconcile to create it again.`,
        error,
      );
    case '0A000':
    case '2BP01':
      return paused(
        'in_use',
        `Other objects, such as views, use a column of ${table}: ${error.message}. Drop them, or keep the column as it is.`,
        error,
      );
    case 'P0001':
      return paused(
        'refused_by_trigger',
        `A function in the database refused the changes of ${table}: ${error.message.slice(0, 300)}. Nothing was applied.`,
        error,
      );
    default:
      return fromClass(error, table);
  }
}

function fromClass(error: DatabaseError, table: string): TargetError {
  const { code = '', constraint } = error;
  if (classifySessionError(error) !== null) return connectionLost(error);
  if (code.startsWith('53'))
    return again(
      'database_busy',
      'The database server lacks memory or connections. The run is repeated.',
      error,
    );
  if (code.startsWith('23')) {
    const name = constraint === undefined ? 'a constraint' : `the constraint ${constraint}`;
    return paused(
      'constraint',
      `Rows of the package violate ${name} of ${table}. Nothing was applied. Correct the rows in the project, or make the constraint DEFERRABLE or drop it.`,
      error,
    );
  }
  if (code.startsWith('54'))
    return paused(
      'too_large_for_database',
      `${table} cannot hold this: ${error.message}. Nothing was applied. Use fewer columns or shorter values in the project.`,
      error,
    );
  if (code.startsWith('22'))
    return paused(
      'value_does_not_fit',
      `A value of the package does not fit a column of ${table}: ${error.message}. Nothing was applied.`,
      error,
    );
  return paused(
    'database_refused',
    `The database refused the changes (${code}): ${error.message}. Nothing was applied.`,
    error,
  );
}
