import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Measure } from './measurement.ts';
import { inFolder, median, startVaultProcess } from './vault-process.ts';
import type { VaultProcess } from './vault-process.ts';

const ROUNDS = 15;
const goal = 200;
const run = promisify(execFile);

/** Pixels of a side; four bands of one byte each. */
const SIZES = { small: 1_620, large: 16_384 };
type Size = keyof typeof SIZES;

interface Times {
  rollback: number[];
  clone: number[];
}

/** Rollback and clone of a GeoTIFF of 10 MB and of one of 1 GB, alternately. */
async function benchLifecycle() {
  return inFolder(async (folder) => {
    const vault = await startVaultProcess(join(folder, 'storage'));
    try {
      const sources = {
        small: await upload(vault, folder, 'small'),
        large: await upload(vault, folder, 'large'),
      };
      const times: Record<Size, Times> = {
        small: { rollback: [], clone: [] },
        large: { rollback: [], clone: [] },
      };
      // The first round warms up.
      for (let round = 0; round <= ROUNDS; round += 1) {
        for (const size of ['small', 'large'] as const) {
          const rollback = await post(vault, `/versions/${sources[size].versionId}/rollback`, {});
          const clone = await post(vault, `/datasets/${size}/clone`, { name: `${size} ${round}` });
          if (round === 0) continue;
          times[size].rollback.push(rollback);
          times[size].clone.push(clone);
        }
      }
      return { times, bytes: { small: sources.small.bytes, large: sources.large.bytes } };
    } finally {
      await vault.stop();
    }
  });
}

/** A raster of real pixels, with a second, smaller version to roll back from. */
async function upload(vault: VaultProcess, folder: string, size: Size) {
  const path = await raster(folder, size, SIZES[size]);
  await vault.upload(path, size);
  await vault.upload(await raster(folder, `${size}-next`, 64), size);
  const answer = await fetch(`${vault.url}/datasets/${size}/versions`, { headers: { cookie: vault.cookie } });
  const { versions } = (await answer.json()) as { versions: { id: number }[] };
  return { versionId: versions.at(-1)!.id, bytes: (await stat(path)).size };
}

async function raster(folder: string, name: string, side: number): Promise<string> {
  const path = join(folder, `${name}.tif`);
  const shape = ['-outsize', String(side), String(side), '-bands', '4', '-ot', 'Byte', '-burn', '7'];
  const place = ['-a_srs', 'EPSG:4326', '-a_ullr', '7', '48', '8', '47'];
  await run('gdal_create', ['-of', 'GTiff', ...shape, ...place, path]);
  return path;
}

async function post(vault: VaultProcess, path: string, json: object): Promise<number> {
  const started = performance.now();
  const answer = await fetch(vault.url + path, {
    method: 'POST',
    headers: { cookie: vault.cookie, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  });
  const text = await answer.text();
  const took = performance.now() - started;
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${text}`);
  return took;
}

export const measure: Measure = async () => {
  const { times, bytes } = await benchLifecycle();
  const megabytes = (size: Size) =>
    `${(bytes[size] / 1e6).toLocaleString('en', { maximumFractionDigits: 0 })} MB`;
  return (['rollback', 'clone'] as const).map((what) => {
    const small = median(times.small[what]);
    const large = median(times.large[what]);
    return {
      what: `vault: ${what} of ${megabytes('large')} against ${megabytes('small')}`,
      measured: `medians of ${ROUNDS}: ${large.toFixed(1)} and ${small.toFixed(1)} ms (worst ${Math.max(...times.large[what]).toFixed(0)} ms)`,
      value: `${large.toFixed(0)} ms, ${(large / small).toFixed(2)} times`,
      goal: `below ${goal} ms, at most 1.5 times`,
      met: large < goal && large <= small * 1.5,
    };
  });
};

if (import.meta.main) console.table(await measure());
