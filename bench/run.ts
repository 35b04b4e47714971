import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWeb } from '../tools/platform/web-build.ts';
import { startEphemeralStack } from '../tools/stack/ephemeral.ts';
import { existingServices } from '../tools/topology.ts';
import type { Measure, Measurement } from './measurement.ts';

/**
 * `npm run bench [-- jobs me …]`: every file of this folder that exports `measure`, one after the other on one
 * ephemeral stack, each in a separate process, so that none inherits the memory of another. A missed goal is
 * printed and does not fail the run, since machines differ. An error does.
 */
const folder = import.meta.dirname;
const notBenches = new Set(['run.ts', 'measurement.ts']);

async function main(): Promise<number> {
  const chosen = process.argv.slice(2);
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !/\.(test|d)\.ts$/.test(name) && !notBenches.has(name))
    .map((name) => name.replace(/\.ts$/, ''))
    .filter((name) => chosen.length === 0 || chosen.includes(name));
  const results = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  const stack = await startEphemeralStack();
  const rows: Measurement[] = [];
  let failed = 0;
  try {
    for (const { name } of existingServices()) await buildWeb(name);
    for (const name of names) {
      console.log(`Measuring ${name} …`);
      const file = join(results, `${name}.json`);
      const code = await runAlone(name, file, stack.env);
      if (code === 0) rows.push(...(JSON.parse(readFileSync(file, 'utf8')) as Measurement[]));
      else failed += 1;
    }
  } finally {
    await stack.stop();
    rmSync(results, { recursive: true, force: true });
  }
  console.log(`\n${table(rows)}`);
  if (failed > 0)
    console.error(`${failed} of ${names.length} ended with an error; their messages are above.`);
  return failed === 0 ? 0 : 1;
}

async function runAlone(name: string, file: string, env: NodeJS.ProcessEnv): Promise<number> {
  return await new Promise((resolve) => {
    const child = spawn(process.execPath, [import.meta.filename], {
      stdio: 'inherit',
      env: { LOG_LEVEL: 'error', ...process.env, ...env, CAIRN_BENCH: name, CAIRN_BENCH_RESULT: file },
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** The child process of `runAlone`. Files without `measure` are parts of others. */
async function measureHere(name: string, file: string): Promise<void> {
  const { measure } = (await import(pathToFileURL(join(folder, `${name}.ts`)).href)) as { measure?: Measure };
  writeFileSync(file, JSON.stringify(measure ? await measure() : []));
}

function table(rows: Measurement[]): string {
  const cells = [
    ['What', 'Measured', 'Value', 'Goal', ''],
    ...rows.map(({ what, measured, value, goal, met }) => [
      what,
      measured,
      value,
      goal,
      met ? 'met' : 'not met',
    ]),
  ];
  const widths =
    cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const { CAIRN_BENCH: alone, CAIRN_BENCH_RESULT: resultFile } = process.env;
try {
  if (alone && resultFile) await measureHere(alone, resultFile);
  process.exit(alone ? 0 : await main());
} catch (error) {
  console.error(error);
  process.exit(1);
}
