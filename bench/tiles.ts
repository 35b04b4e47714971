import type { Measure } from './measurement.ts';
import { POINTS } from './points.ts';
import { memoryOf, withPoints } from './vault-process.ts';
import type { VaultProcess } from './vault-process.ts';

/** Milliseconds until all tiles in view are loaded: what people perceive as immediate. */
const viewGoal = 250;
const makingGoal = 30_000;
/** Tiles of a map window at 1440 x 900. */
const ACROSS = 4;
const DOWN = 3;
const STEPS = 15;
const ZOOMS = [1, 3, 5, 8];

/** Drags a map over 1,000,000 points at several zooms: each step requests the tiles that came into view, at the same time. */
async function benchTiles() {
  return withPoints({}, async (vault) => {
    const before = memoryOf(vault.pid, 'VmRSS');
    const making = await firstAnswer(vault, '/datasets/points/versions/1/tiles.json');
    const views: number[] = [];
    const took: number[] = [];
    let largest = 0;
    for (const zoom of ZOOMS)
      for (const step of viewsAt(zoom)) {
        const tiles = await Promise.all(step.map((place) => tile(vault, place)));
        took.push(...tiles.map((each) => each.took));
        views.push(Math.max(...tiles.map((each) => each.took)));
        largest = Math.max(largest, ...tiles.map(({ bytes }) => bytes));
      }
    return { making, views, took, largest, growth: memoryOf(vault.pid, 'VmHWM') - before };
  });
}

/** Retries until it is ready. */
async function firstAnswer(vault: VaultProcess, path: string): Promise<number> {
  const started = performance.now();
  for (;;) {
    const answer = await fetch(vault.url + path, { headers: { cookie: vault.cookie } });
    await answer.arrayBuffer();
    if (answer.ok) return performance.now() - started;
    if (answer.status !== 503) throw new Error(`${path} returned ${answer.status}.`);
  }
}

/** Tiles that come into view: first the whole window, then a column with each step eastwards. */
function viewsAt(zoom: number): string[][] {
  const side = 2 ** zoom;
  const top = Math.max(0, Math.floor(side / 2 - DOWN / 2));
  const left = Math.floor(side / 4);
  const column = (x: number) =>
    Array.from({ length: Math.min(DOWN, side) }, (_, i) => `${zoom}/${x}/${top + i}`);
  const columns = Array.from({ length: Math.min(side - left, ACROSS + STEPS) }, (_, i) => column(left + i));
  return [columns.slice(0, ACROSS).flat(), ...columns.slice(ACROSS)];
}

async function tile(vault: VaultProcess, place: string): Promise<{ took: number; bytes: number }> {
  const started = performance.now();
  const answer = await fetch(`${vault.url}/datasets/points/versions/1/tiles/${place}`, {
    headers: { cookie: vault.cookie, 'accept-encoding': 'identity' },
  });
  const { byteLength: bytes } = await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`The tile ${place} returned ${answer.status}.`);
  return { took: performance.now() - started, bytes };
}

function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? NaN;
}

export const measure: Measure = async () => {
  const { making, views, took, largest, growth } = await benchTiles();
  const p95 = quantile(views, 0.95);
  return [
    {
      what: `vault: a map dragged over ${POINTS.toLocaleString('en')} points, until all tiles of a step are loaded`,
      measured: `95 of 100 steps; ${took.length} tiles, median ${quantile(took, 0.5).toFixed(0)} ms, largest ${(largest / 1024).toFixed(0)} KiB, memory +${(growth / 1024 / 1024).toFixed(0)} MiB`,
      value: `${p95.toFixed(0)} ms`,
      goal: `below ${viewGoal} ms`,
      met: p95 < viewGoal,
    },
    {
      what: 'vault: the tile file of these points, written for the first request',
      measured: 'from request to response, without a worker',
      value: `${(making / 1000).toFixed(1)} s`,
      goal: `below ${makingGoal / 1000} s`,
      met: making < makingGoal,
    },
  ];
};

if (import.meta.main) console.table(await measure());
