import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { openRangeServer, patternHash } from './range-server.ts';

const MIB = 1024 * 1024;
const SIZE = 48 * MIB + 5;
const KILLS = 4;
const CHILD = fileURLToPath(new URL('./fixtures/fetch-part-process.ts', import.meta.url));

test('a process that is killed at any byte costs at most 8 MiB fetched again, and the file is complete', async () => {
  const root = await mkdtemp(join(tmpdir(), 'cairn-killed-'));
  const server = await openRangeServer({ size: SIZE, pauseMs: 1 });
  const expected = { size: SIZE, sha1: patternHash('sha1', SIZE) };
  const SETTINGS = JSON.stringify({ root, url: server.url, rowFile: join(root, 'row.json'), expected });
  const startChild = () =>
    spawn(process.execPath, ['--disable-warning=ExperimentalWarning', CHILD], {
      env: { ...process.env, NODE_OPTIONS: '', SETTINGS },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  try {
    const stored: number[] = [];
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const goal = server.sent() + (0.5 + Math.random()) * 8 * MIB;
      const child = startChild();
      await until('some bytes have been sent', () => server.sent() > goal, { limitMs: 60_000, everyMs: 1 });
      child.kill('SIGKILL');
      await once(child, 'exit');
      stored.push(await largestPart(root));
    }
    const child = startChild();
    const output: Buffer[] = await child.stdout.toArray();
    expect(JSON.parse(Buffer.concat(output).toString())).toMatchObject({ kind: 'complete', ...expected });
    const starts = server.ranges.slice(1).map((range) => Number(/\d+/.exec(range ?? 'bytes=0-')?.[0]));
    expect(starts).toHaveLength(KILLS);
    for (const [index, start] of starts.entries()) {
      expect(stored[index]! - start).toBeLessThanOrEqual(8 * MIB);
      expect(start).toBeLessThanOrEqual(stored[index]!);
    }
    expect(await readdir(join(root, 'parts'))).toHaveLength(1);
  } finally {
    await server.close();
    await rm(root, { recursive: true, force: true });
  }
});

async function largestPart(root: string): Promise<number> {
  const folder = join(root, 'parts');
  const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size);
  return Math.max(...(await Promise.all(sizes)));
}
