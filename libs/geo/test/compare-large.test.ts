import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@jest/globals';
import { compareVectors, createReader, openGdal } from '../src/index.ts';

const COUNTRIES = join(import.meta.dirname, '../../../tools/sample-data/countries.gpkg');

test('concurrent comparisons of a large file run one program at a time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-compare-'));
  const reader = createReader();
  try {
    const large = join(folder, 'large.gpkg');
    await copyFile(COUNTRIES, large);
    const db = new DatabaseSync(large);
    db.exec('CREATE TABLE ballast (bytes); INSERT INTO ballast VALUES (zeroblob(17000000))');
    db.close();
    const gdal = await openGdal();
    let [running, most, last] = [0, 0, Promise.resolve<unknown>(null)];
    const counting: typeof gdal = {
      ...gdal,
      async runBeside(...args) {
        running += 1;
        most = Math.max(most, running);
        return gdal.runBeside(...args).finally(() => (running -= 1));
      },
    };
    const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
      const run = last.then(work, work);
      last = run;
      return run;
    };
    const compare = async (key: string) => {
      const cwd = await mkdtemp(join(folder, 'work-'));
      const request = { before: large, after: COUNTRIES, layer: null, key, output: join(cwd, 'diff.sqlite') };
      return compareVectors({ gdal: counting, reader }, request, { cwd, inTurn });
    };
    const replies = await Promise.all(['fid', 'adm0_a3', 'name'].map(compare));
    for (const reply of replies) expect(reply).toMatchObject({ summary: { unchanged: 241 } });
    expect(most).toBe(1);
  } finally {
    reader.close();
    await rm(folder, { recursive: true, force: true });
  }
});
