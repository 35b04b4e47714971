import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { Measure } from './measurement.ts';
import { inFolder, median, memoryOf, startVaultProcess } from './vault-process.ts';

const MIB = 1024 * 1024;
const rounds = 3;
const timeGoal = 1.5;
const memoryGoal = 64 * MIB;

export interface UploadResult {
  /** Milliseconds. */
  plain: number;
  uploaded: number;
  ratio: number;
  /** Bytes by which the vault grew, with one upload at a time and with two. */
  growthOne: number;
  growthTwo: number;
}

/**
 * Upload of a GeoTIFF of 512 MiB (received, hashed, synced, checked by GDAL, saved) against a plain Node stream that
 * writes the same bytes to the same disk and syncs them, alternately, so that both see the same machine.
 */
export async function benchUpload(): Promise<UploadResult> {
  return inFolder(async (folder) => {
    const source = join(folder, 'source.tif');
    await promisify(execFile)('gdal_create', [
      '-q',
      '-of',
      'GTiff',
      '-outsize',
      '32768',
      '16384',
      '-bands',
      '1',
      '-ot',
      'Byte',
      '-burn',
      '7',
      source,
    ]);
    if ((await stat(source)).size < 512 * MIB) throw new Error('the source is too small');
    const small = join(folder, 'small.tif');
    await promisify(execFile)('gdal_create', [
      '-q',
      '-of',
      'GTiff',
      '-outsize',
      '64',
      '64',
      '-bands',
      '1',
      small,
    ]);
    const vault = await startVaultProcess(join(folder, 'storage'));
    try {
      await vault.upload(small, 'warm');
      const before = memoryOf(vault.pid, 'VmRSS');
      const plain: number[] = [];
      const uploaded: number[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        plain.push(await writePlainly(source, join(folder, 'plain.tif')));
        // In a new dataset the vault does not recognise the bytes as unchanged.
        uploaded.push(await vault.upload(source, `round${round}`));
      }
      const growthOne = memoryOf(vault.pid, 'VmHWM') - before;
      await Promise.all([vault.upload(source, 'left'), vault.upload(source, 'right')]);
      const growthTwo = memoryOf(vault.pid, 'VmHWM') - before;
      const ratios = plain.map((each, i) => (uploaded[i] ?? NaN) / each).slice(1);
      return {
        plain: median(plain.slice(1)),
        uploaded: median(uploaded.slice(1)),
        ratio: median(ratios),
        growthOne,
        growthTwo,
      };
    } finally {
      await vault.stop();
    }
  });
}

async function writePlainly(source: string, target: string): Promise<number> {
  const started = performance.now();
  await pipeline(createReadStream(source), createWriteStream(target, { flush: true }));
  const took = performance.now() - started;
  await rm(target);
  return took;
}

export const measure: Measure = async () => {
  const { plain, uploaded, ratio, growthOne, growthTwo } = await benchUpload();
  const mib = (bytes: number) => `${(bytes / MIB).toFixed(0)} MiB`;
  return [
    {
      what: 'vault: upload of 512 MiB against a plain stream to the disk',
      measured: `${uploaded.toFixed(0)} ms against ${plain.toFixed(0)} ms`,
      value: ratio.toFixed(2),
      goal: `at most ${timeGoal}`,
      met: ratio <= timeGoal,
    },
    {
      what: 'vault: memory growth under uploads of 512 MiB',
      measured: `${mib(growthOne)} with one at a time, ${mib(growthTwo)} with two`,
      value: mib(growthTwo),
      goal: `below ${mib(memoryGoal)}`,
      met: growthTwo < memoryGoal,
    },
  ];
};

if (import.meta.main) console.table(await measure());
