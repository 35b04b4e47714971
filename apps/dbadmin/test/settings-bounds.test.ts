import { describe, expect, test } from '@jest/globals';
import { boundsOf } from '../src/features/settings/bounds.ts';
import type { Machine } from '../src/features/settings/machine.ts';
import type { ServerSetting } from '../src/features/settings/types.ts';
import { parseAmount, formatAmount } from '../src/features/settings/units.ts';

const GIB = 1024 ** 3;
const MACHINE: Machine = { memory: 16 * GIB, disk: 100 * GIB, inRecovery: false, hasHugePages: false };

function integer(name: string, value: number, unit: string | null = null): [string, ServerSetting] {
  const setting: ServerSetting = {
    name,
    value: String(value),
    unit,
    type: 'integer',
    context: 'postmaster',
    source: 'configuration file',
    bootValue: null,
    minimum: '1',
    maximum: '2147483647',
    choices: [],
    description: '',
    pendingRestart: false,
    nextValue: null,
    systemValue: null,
    valueWithoutSystem: null,
  };
  return [name, setting];
}

/** A server with the defaults of version 15. */
function server(over: Partial<Record<string, Partial<ServerSetting>>> = {}): Map<string, ServerSetting> {
  const settings = new Map([
    integer('max_connections', 100),
    integer('superuser_reserved_connections', 3),
    integer('max_worker_processes', 8),
    integer('autovacuum_max_workers', 3),
    integer('max_locks_per_transaction', 64),
    integer('shared_buffers', 16_384, '8kB'),
    integer('wal_buffers', 512, '8kB'),
    integer('min_wal_size', 80, 'MB'),
    integer('max_wal_size', 1024, 'MB'),
    integer('wal_segment_size', 16_777_216, 'B'),
  ]);
  settings.set('huge_pages', {
    ...(settings.get('max_connections') as ServerSetting),
    name: 'huge_pages',
    value: 'try',
    type: 'enum',
    minimum: null,
    maximum: null,
    choices: ['off', 'on', 'try'],
  });
  for (const [name, change] of Object.entries(over))
    settings.set(name, { ...(settings.get(name) as ServerSetting), ...change });
  return settings;
}

function bounds(name: string, over = {}, machine: Partial<Machine> = {}) {
  const settings = server(over);
  return boundsOf(settings.get(name) as ServerSetting, settings, { ...MACHINE, ...machine });
}

describe('bounds', () => {
  test.each(['max_connections', 'max_worker_processes', 'max_locks_per_transaction'])(
    'a standby accepts no lower %s than its current value',
    (name) => {
      const now = Number(server().get(name)?.value);
      expect(bounds(name, {}, { inRecovery: true }).minimum).toBe(now);
      expect(bounds(name).minimum).toBeLessThan(now);
    },
  );

  test.each([
    'shared_buffers',
    'wal_buffers',
    'max_connections',
    'max_locks_per_transaction',
    'max_worker_processes',
  ])(
    'a server that requires huge pages, now or after the next start, accepts no higher %s than its current value',
    (name) => {
      const now = Number(server().get(name)?.value);
      expect(bounds(name, { huge_pages: { value: 'on' } }).maximum).toBe(now);
      expect(bounds(name, { huge_pages: { nextValue: 'on' } }).maximum).toBe(now);
      expect(bounds(name).maximum).toBeGreaterThan(now);
    },
  );

  test('huge_pages = on is offered only when the server already uses them', () => {
    expect(bounds('huge_pages').choices).toEqual(['off', 'try']);
    expect(bounds('huge_pages', {}, { hasHugePages: true }).choices).toContain('on');
    expect(bounds('huge_pages', { huge_pages: { value: 'on' } }).choices).toContain('on');
  });

  test('shared_buffers is at most half of the memory, or twice the current value when the memory is unknown', () => {
    expect(bounds('shared_buffers').maximum).toBe((8 * GIB) / 8192);
    expect(bounds('shared_buffers', {}, { memory: null }).maximum).toBe(2 * 16_384);
    const large = { shared_buffers: { value: String((12 * GIB) / 8192) } };
    expect(bounds('shared_buffers', large).maximum).toBe((12 * GIB) / 8192);
  });

  test('max_connections leaves room beside the reserved connections after the next start', () => {
    expect(bounds('max_connections').minimum).toBe(13);
    expect(bounds('max_connections', { superuser_reserved_connections: { nextValue: '40' } }).minimum).toBe(
      50,
    );
    expect(bounds('superuser_reserved_connections', { max_connections: { nextValue: '30' } }).maximum).toBe(
      20,
    );
    const many = { max_connections: { nextValue: '30' }, superuser_reserved_connections: { value: '25' } };
    expect(bounds('superuser_reserved_connections', many).maximum).toBe(20);
  });

  test('WAL sizes hold two segments and leave half of the disk', () => {
    const large = { wal_segment_size: { value: String(64 * 1024 ** 2) } };
    expect(bounds('min_wal_size', large)).toMatchObject({ minimum: 128, maximum: 1024 });
    expect(bounds('max_wal_size', large)).toMatchObject({ minimum: 128, maximum: 50 * 1024 });
  });
});

test.each([
  ['128MB', '8kB', 16_384],
  ['1GB', 'kB', 1_048_576],
  ['1.5 GB', 'MB', 1536],
  ['90s', 'ms', 90_000],
  ['1d', 'min', 1440],
  ['200', 'ms', 200],
  ['-1', 'kB', -1],
  ['5', null, 5],
  ['5MB', null, null],
  ['5MB', 'ms', null],
  ['5x', 'ms', null],
  ['1e3', 'ms', null],
  ['', 'ms', null],
  ['١', 'ms', null],
])('%j in %j is %j', (text, unit, value) => {
  expect(parseAmount(text, unit)).toBe(value);
});

test.each([
  [16_384, '8kB', '128MB'],
  [13, '8kB', '104kB'],
  [300_000, 'ms', '5min'],
  [1500, 'ms', '1500ms'],
  [0, 'ms', '0'],
  [-1, 'kB', '-1'],
  [100, null, '100'],
])('formats %d of %j as %s', (value, unit, text) => {
  expect(formatAmount(value, unit)).toBe(text);
});
