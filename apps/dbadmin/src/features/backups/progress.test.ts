import { expect, test } from '@jest/globals';
import { createDumpProgress } from './dump-progress.ts';
import { backupFileName, readFileName } from './backup-file.ts';
import { createRestoreProgress } from './restore-progress.ts';

test('createDumpProgress measures progress by the bytes of tables', () => {
  const progress = createDumpProgress(
    new Map([
      ['public.small', 100],
      ['public.large', 900],
    ]),
  );
  expect(progress.share()).toBe(0);
  expect(progress.addLine('pg_dump: dumping contents of table "public.small"')).toBe('public.small');
  progress.addBytes(50);
  expect(progress.share()).toBeCloseTo(0.05);
  expect(progress.addLine('pg_dump: dumping contents of table "public.large"')).toBe('public.large');
  expect(progress.share()).toBeCloseTo(0.1);
  progress.addBytes(99_999);
  expect(progress.share()).toBe(1);
  expect(progress.addLine('pg_dump: reading indexes')).toBeNull();
});

test('createRestoreProgress measures progress by entries, alone and in parallel', () => {
  const list = [
    '; Archive created',
    ';',
    '1; 2 TABLE a',
    '2; 3 TABLE DATA a',
    '3; 4 INDEX a_idx',
    '4; 5 VIEW v',
    '',
  ];
  const progress = createRestoreProgress(list.join('\n'));
  expect(progress.addLine('pg_restore: connecting to database for restore')).toBeNull();
  expect(progress.addLine('pg_restore: creating TABLE "public.a"')).toBe('Restoring');
  expect(progress.addLine('pg_restore: entering main parallel loop')).toBeNull();
  expect(progress.addLine('pg_restore: processing data for table "public.a"')).toBe('Restoring rows');
  expect(progress.share()).toBe(0.25);
  expect(progress.addLine('pg_restore: finished item 2 TABLE DATA a')).toBe('Restoring rows');
  expect(progress.addLine('pg_restore: finished item 3 INDEX a_idx')).toBe('Building indexes');
  expect(progress.share()).toBe(0.75);
});

test.each([
  ['roads', 'roads-20261122T031500Z-17.dump'],
  ['--file=/x', 'file__x-20261122T031500Z-17.dump'],
  ['../../etc', '_.._etc-20261122T031500Z-17.dump'],
  ['Straße', 'Stra_e-20261122T031500Z-17.dump'],
  ['…', '_-20261122T031500Z-17.dump'],
  ['.', 'database-20261122T031500Z-17.dump'],
  ['x'.repeat(200), `${'x'.repeat(80)}-20261122T031500Z-17.dump`],
])('backupFileName names the backup of %j %s', (database, name) => {
  const job = { id: 17, createdAt: new Date('2026-11-22T03:15:00.123Z'), fence: 1 } as never;
  expect(backupFileName(database, job)).toBe(name);
  expect(readFileName(name)).toEqual({ stamp: '20261122T031500Z', jobId: 17, partial: false });
});

test.each([
  'x.dump',
  '.x-20261122T031500Z-17.dump',
  'a/b-20261122T031500Z-17.dump',
  'x-20261122T031500Z-17.dump\0',
  '',
])('readFileName rejects %j', (name) => expect(readFileName(name)).toBeNull());
