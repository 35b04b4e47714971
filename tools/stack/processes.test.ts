import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { endOrphans } from './processes.ts';

let root: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cairn-orphans-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(root, { recursive: true });
});

async function start(program: string, cwd: string): Promise<ChildProcess> {
  const child = spawn(program, ['60'], { cwd, stdio: 'ignore' });
  children.push(child);
  await once(child, 'spawn');
  return child;
}

test('orphaned processes of a server are ended, but not a shell in its folder or a server in a folder with a similar name', async () => {
  const [data, similar] = [join(root, 'data'), join(root, 'data-old')];
  const server = join(root, 'postgres');
  copyFileSync('/bin/sleep', server);
  for (const folder of [data, similar]) mkdirSync(folder);
  const orphan = await start(server, data);
  const others = [await start('sleep', data), await start(server, similar)];
  const ended = once(orphan, 'exit');
  await endOrphans(data, 'postgres');
  await ended;
  expect(others.map(({ exitCode, signalCode }) => [exitCode, signalCode])).toEqual([
    [null, null],
    [null, null],
  ]);
});
