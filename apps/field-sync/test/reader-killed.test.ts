import { readFileSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import type { TestTable } from '@cairn/testing';
import { createSyncedTarget } from './synced-target.ts';
import type { SyncedTarget } from './synced-target.ts';

let target: SyncedTarget;
beforeAll(async () => {
  target = await createSyncedTarget();
});
beforeEach(() => target.clear());
afterAll(() => target?.close());

const table = (name: string): TestTable => ({
  name: 't',
  columns: { name: 'TEXT' },
  rows: [{ fid: 1, name }],
});

function read(pid: string | number, file: 'cmdline' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function isOurs(pid: number): boolean {
  // The name, in parentheses, may have spaces.
  for (let at = pid; at > 1; at = Number(/\) \S (\d+)/.exec(read(at, 'stat'))?.[1] ?? 0))
    if (at === process.pid) return true;
  return false;
}

/** Not the sandbox around it. */
function isReader(pid: number, task: string): boolean {
  const [program = '', ...args] = read(pid, 'cmdline').split('\0');
  return program.endsWith('/node') && args.includes(`${task}-request.json`);
}

/** Kills the process that reads a package for this task, as the kernel does when memory is short. */
function killReader(task: string): Promise<void> {
  return until(
    `a process reads for ${task}`,
    () => {
      const pids = readdirSync('/proc')
        .map(Number)
        .filter((pid) => pid > 0 && isReader(pid, task) && isOurs(pid));
      for (const pid of pids) process.kill(pid, 'SIGKILL');
      return pids.length > 0;
    },
    { everyMs: 1 },
  );
}

const ENDED = {
  ...{ outcome: 'retry', code: 'field_sync.reader_ended' },
  message: expect.stringContaining('too much time or memory'),
};

test.each(['packageTables', 'copy-table'])(
  'a first load whose reader is killed at %s leaves nothing each time, and is applied once it is not',
  async (task) => {
    const next = await target.package(table('a'));
    for (let n = 0; n < 2; n += 1) {
      await Promise.all([expect(target.sync(next)).rejects.toMatchObject(ENDED), killReader(task)]);
      expect(
        await target.query(`SELECT FROM pg_tables WHERE schemaname = 'field' AND tablename = 't'`),
      ).toEqual([]);
    }
    expect(await target.sync(next)).toMatchObject({ seq: 1 });
  },
);

test('a comparison whose reader is killed changes nothing, and is repeated', async () => {
  await target.sync(await target.package(table('a')));
  const next = await target.package(table('b'));
  await Promise.all([expect(target.sync(next)).rejects.toMatchObject(ENDED), killReader('compareTable')]);
  expect(await target.query('SELECT name FROM field.t')).toEqual([{ name: 'a' }]);
  expect(await target.sync(next)).toMatchObject({ seq: 2 });
});
