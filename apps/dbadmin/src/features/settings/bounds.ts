import type { Machine } from './machine.ts';
import type { Bounds, ServerSetting } from './types.ts';
import { unitSize } from './units.ts';

/** What the bounds of a setting may depend on. */
interface BoundsInput {
  setting: ServerSetting;
  machine: Machine;
  /** The current value: the server has started with it. */
  now: number;
  /** The value of a setting after the next start; 0 for a setting that this version lacks. */
  next: (name: string) => number;
}

/** `firm`: the maximum depends on another setting, so it holds even if the current value is larger. */
type NarrowBounds = (input: BoundsInput) => Partial<Bounds> & { firm?: true };

/** Bytes of shared memory per slot of the lock table, rounded up. */
const LOCK_BYTES = 500;
/** Bytes of shared memory per session, without its locks. */
const SESSION_BYTES = 64 * 1024;
/** Sessions that must remain for users besides the reserved ones. */
const OPEN_SESSIONS = 10;
const SECOND_MS = 1_000;
const GIB = 1024 ** 3;

/** The server allocates more shared memory at startup when one of these grows. */
const IN_SHARED_MEMORY = new Set([
  'shared_buffers',
  'wal_buffers',
  'max_connections',
  'max_worker_processes',
  'autovacuum_max_workers',
  'max_locks_per_transaction',
]);
/** A standby does not start with less than its primary. */
const NOT_BELOW_PRIMARY = new Set(['max_connections', 'max_worker_processes', 'max_locks_per_transaction']);

const NARROWER_BOUNDS: Record<string, NarrowBounds> = {
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
          reason: 'With "on", the server does not start unless the system has reserved huge pages.',
        },
  max_connections: ({ machine, now, next }) => ({
    minimum: next('superuser_reserved_connections') + next('reserved_connections') + OPEN_SESSIONS,
    maximum: Math.min(
      10_000,
      machine.memory === null
        ? now * 2
        : machine.memory / 8 / (LOCK_BYTES * next('max_locks_per_transaction') + SESSION_BYTES),
    ),
    reason: 'Some sessions must remain besides the reserved ones, and the memory must suffice for all.',
  }),
  superuser_reserved_connections: ({ next }) => ({
    minimum: 1,
    maximum: next('max_connections') - next('reserved_connections') - OPEN_SESSIONS,
    firm: true,
    reason: 'One session must remain for repairs, and some for all other users.',
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
    reason: 'Must be between two WAL segments and max_wal_size.',
  }),
  max_wal_size: ({ setting, machine, now, next }) => ({
    minimum: Math.max(twoSegments(setting, next), next('min_wal_size')),
    maximum:
      machine.disk === null
        ? Math.max(now * 4, inUnits(64 * GIB, setting))
        : inUnits(machine.disk / 2, setting),
    reason: 'Must be at least min_wal_size and two WAL segments, and leave half of the disk for data.',
  }),
  statement_timeout: () => ({ floor: SECOND_MS }),
  idle_session_timeout: () => ({ floor: SECOND_MS }),
  idle_in_transaction_session_timeout: () => ({ floor: SECOND_MS }),
  lock_timeout: () => ({ floor: 10 }),
};

/** The values that a setting may have here, given the values of all others after the next start. */
export function boundsOf(
  setting: ServerSetting,
  settings: Map<string, ServerSetting>,
  machine: Machine,
): Bounds {
  const now = Number(setting.value);
  const input = { setting, machine, now, next: (name: string) => nextNumber(settings.get(name)) };
  const narrow = NARROWER_BOUNDS[setting.name]?.(input) ?? {};
  const isNumber = setting.minimum !== null && setting.maximum !== null;
  const requiresHugePages =
    IN_SHARED_MEMORY.has(setting.name) && nextText(settings.get('huge_pages')) === 'on';
  const isStandby = machine.inRecovery && NOT_BELOW_PRIMARY.has(setting.name);
  const maximum = requiresHugePages ? now : narrow.maximum;
  const minimum = isStandby ? now : narrow.minimum;
  const reason = requiresHugePages
    ? 'The server requires huge pages, and it is unknown whether there are enough for more.'
    : isStandby
      ? 'This server is a standby and does not start with a lower value than its primary.'
      : narrow.reason;
  // The server has started with the current value.
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

function partOfMemory(share: { part: number; growth: number; atLeast?: number }): NarrowBounds {
  const { part, growth, atLeast = 0 } = share;
  return ({ setting, machine, now }) =>
    machine.memory === null
      ? {
          maximum: Math.max(now * growth, inUnits(atLeast, setting)),
          reason: `The memory of the server's machine is not known, so the value may grow at most ${growth} times between two restarts.`,
        }
      : {
          maximum: inUnits(Math.max(machine.memory * part, Math.min(atLeast, machine.memory / 16)), setting),
          reason: 'A larger value could keep the server from starting, or overload its machine.',
        };
}

function inUnits(bytes: number, { unit }: ServerSetting): number {
  return Math.floor(bytes / (unitSize(unit)?.size ?? 1));
}

/** The server does not start with less. */
function twoSegments(setting: ServerSetting, next: (name: string) => number): number {
  return Math.ceil((2 * next('wal_segment_size')) / (unitSize(setting.unit)?.size ?? 1));
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
