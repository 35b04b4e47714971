import type { Machine } from './machine.ts';
import type { Bounds, ServerSetting } from './types.ts';
import { sizeOf } from './units.ts';

/** What a bound may depend on. */
interface PlatformEnv {
  setting: ServerSetting;
  machine: Machine;
  /** The value that the server runs with: it has started with that. */
  now: number;
  /** A setting's value after the next start; 0 for one that this version does not have. */
  next: (name: string) => number;
}

/** `firm`: the maximum depends on another setting, and so it is no matter what the server runs with. */
type Narrow = (around: PlatformEnv) => Partial<Bounds> & { firm?: true };

/** Bytes of shared memory for each place in the lock tables, rounded up. */
const LOCK_BYTES = 500;
/** And for each session beside its locks. */
const SESSION_BYTES = 64 * 1024;
/** Sessions that must be left to people beside the reserved ones. */
const OPEN_SESSIONS = 10;
const SECOND_MS = 1_000;
const GIB = 1024 ** 3;

/** Every start takes this much more shared memory when they grow. */
const SHARED = new Set([
  'shared_buffers',
  'wal_buffers',
  'max_connections',
  'max_worker_processes',
  'autovacuum_max_workers',
  'max_locks_per_transaction',
]);
/** A standby does not start with less than its primary. */
const OF_STANDBY = new Set(['max_connections', 'max_worker_processes', 'max_locks_per_transaction']);

const NARROW: Record<string, Narrow> = {
  shared_buffers: partOfMemory({ part: 1 / 2, growth: 2 }),
  wal_buffers: partOfMemory({ part: 1 / 32, growth: 4, atLeast: 64 * 1024 ** 2 }),
  work_mem: partOfMemory({ part: 1 / 8, growth: 4 }),
  maintenance_work_mem: partOfMemory({ part: 1 / 4, growth: 4 }),
  autovacuum_work_mem: partOfMemory({ part: 1 / 8, growth: 4, atLeast: 256 * 1024 ** 2 }),
  effective_cache_size: ({ setting, machine }) =>
    machine.memory === null ? {} : { maximum: inUnits(machine.memory, setting) },
  hash_mem_multiplier: () => ({ maximum: 16 }),
  huge_pages: ({ setting, machine }) =>
    machine.hasHugePages || setting.value === 'on'
      ? {}
      : {
          choices: setting.choices.filter((choice) => choice !== 'on'),
          reason: 'With "on" a server does not start where the system has set no huge pages aside.',
        },
  max_connections: ({ machine, now, next }) => ({
    minimum: next('superuser_reserved_connections') + next('reserved_connections') + OPEN_SESSIONS,
    maximum: Math.min(
      10_000,
      machine.memory === null
        ? now * 2
        : machine.memory / 8 / (LOCK_BYTES * next('max_locks_per_transaction') + SESSION_BYTES),
    ),
    reason: 'Some sessions must stay open beside the reserved ones, and the memory must suffice for all.',
  }),
  superuser_reserved_connections: ({ next }) => ({
    minimum: 1,
    maximum: next('max_connections') - next('reserved_connections') - OPEN_SESSIONS,
    firm: true,
    reason: 'One session must be left to mend the server, and some to everybody else.',
  }),
  max_locks_per_transaction: ({ machine, now, next }) => ({
    maximum: machine.memory === null ? now * 4 : machine.memory / 16 / (LOCK_BYTES * allSessions(next)),
    reason: 'The memory must suffice for all sessions.',
  }),
  max_worker_processes: () => ({ maximum: 512 }),
  autovacuum_max_workers: () => ({ maximum: 64 }),
  min_wal_size: ({ setting, next }) => ({
    minimum: twoSegments(setting, next),
    maximum: next('max_wal_size'),
    firm: true,
    reason: 'It lies between two files of the log and max_wal_size.',
  }),
  max_wal_size: ({ setting, machine, now, next }) => ({
    minimum: Math.max(twoSegments(setting, next), next('min_wal_size')),
    maximum:
      machine.disk === null
        ? Math.max(now * 4, inUnits(64 * GIB, setting))
        : inUnits(machine.disk / 2, setting),
    reason: 'It holds min_wal_size and two files of the log, and leaves half of the disk to the data.',
  }),
  statement_timeout: () => ({ floor: SECOND_MS }),
  idle_session_timeout: () => ({ floor: SECOND_MS }),
  idle_in_transaction_session_timeout: () => ({ floor: SECOND_MS }),
  lock_timeout: () => ({ floor: 10 }),
};

/** What is taken here for a setting, all others being as they will be after the next start. */
export function boundsOf(
  setting: ServerSetting,
  settings: Map<string, ServerSetting>,
  machine: Machine,
): Bounds {
  const now = Number(setting.value);
  const around = { setting, machine, now, next: (name: string) => nextNumber(settings.get(name)) };
  const narrow = NARROW[setting.name]?.(around) ?? {};
  const isNumber = setting.minimum !== null && setting.maximum !== null;
  const insistsOnHugePages = SHARED.has(setting.name) && nextText(settings.get('huge_pages')) === 'on';
  const isStandby = machine.inRecovery && OF_STANDBY.has(setting.name);
  const maximum = insistsOnHugePages ? now : narrow.maximum;
  const minimum = isStandby ? now : narrow.minimum;
  const reason = insistsOnHugePages
    ? 'The server insists on huge pages, and nobody can tell whether there are enough for more.'
    : isStandby
      ? 'This server follows another one and does not start with less than that.'
      : narrow.reason;
  // It has started with what it runs with.
  const relaxed = narrow.firm ? -Infinity : now;
  return {
    minimum: isNumber ? Math.max(Number(setting.minimum), minimum ?? -Infinity) : null,
    maximum: isNumber
      ? Math.min(Number(setting.maximum), Math.max(Math.floor(maximum ?? Infinity), relaxed))
      : null,
    choices: narrow.choices ?? setting.choices,
    ...(narrow.floor === undefined ? {} : { floor: narrow.floor }),
    ...(reason === undefined ? {} : { reason }),
  };
}

function partOfMemory({
  part,
  growth,
  atLeast = 0,
}: {
  part: number;
  growth: number;
  atLeast?: number;
}): Narrow {
  return ({ setting, machine, now }) =>
    machine.memory === null
      ? {
          maximum: Math.max(now * growth, inUnits(atLeast, setting)),
          reason: `The memory of the server's machine is not known here, so it grows by ${growth} times at most between two starts.`,
        }
      : {
          maximum: inUnits(Math.max(machine.memory * part, Math.min(atLeast, machine.memory / 16)), setting),
          reason: 'More could keep the server from starting, or its machine from working.',
        };
}

function inUnits(bytes: number, { unit }: ServerSetting): number {
  return Math.floor(bytes / (sizeOf(unit)?.size ?? 1));
}

/** With less the server does not start. */
function twoSegments(setting: ServerSetting, next: (name: string) => number): number {
  return Math.ceil((2 * next('wal_segment_size')) / (sizeOf(setting.unit)?.size ?? 1));
}

function allSessions(next: (name: string) => number): number {
  const names = [
    'max_connections',
    'max_worker_processes',
    'autovacuum_max_workers',
    'max_wal_senders',
    'max_prepared_transactions',
  ];
  return names.reduce((sum, name) => sum + next(name), 1);
}

function nextText(setting: ServerSetting | undefined): string {
  return setting?.nextValue ?? setting?.value ?? '';
}

function nextNumber(setting: ServerSetting | undefined): number {
  return Number(nextText(setting)) || 0;
}
