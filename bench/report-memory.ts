import { setTimeout as delay } from 'node:timers/promises';
import type { Measure, Measurement } from './measurement.ts';
import { exportByCairn, startExport } from './report-export.ts';
import { growthOf, ROWS, withReportTable } from './report-table.ts';
import type { ReportTable } from './report-table.ts';

const FORMATS = ['csv', 'excel', 'geojson', 'gpkg', 'shapefile'];
const MEMORY_GOAL = 100 * 1024 * 1024;
/** Bytes that the slow reader takes, at a mebibyte a second. */
const SLOW_BYTES = 20 * 1024 * 1024;

/** Growth of the web process over one export of each format, and over the beginning of one that is read slowly. */
async function measureMemory(bench: ReportTable): Promise<Measurement[]> {
  const measured: Measurement[] = [];
  const { pid } = bench.server;
  const note = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    const growth = await growthOf(pid, work);
    measured.push({
      what: `report server: memory of the web process, ${what}`,
      measured: 'highest resident size less that at the beginning',
      value: `+${mib(growth)}`,
      goal: `at most +${mib(MEMORY_GOAL)}`,
      met: growth <= MEMORY_GOAL,
    });
  };
  for (const format of FORMATS)
    await note(`${format} export of ${ROWS.toLocaleString('en')} rows`, () => exportByCairn(bench, format));
  for (const format of ['csv', 'excel'])
    await note(`${format} export to a reader of 1 MiB/s`, () => readSlowly(bench, format));
  return measured;
}

async function readSlowly(bench: ReportTable, format: string): Promise<void> {
  const answer = await startExport(bench, format);
  const started = performance.now();
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += (chunk as Buffer).length;
    if (bytes >= SLOW_BYTES) break;
    await delay(Math.max(0, bytes / 1024 / 1.024 - (performance.now() - started)));
  }
  answer.destroy();
}

function mib(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
}

export const measure: Measure = () =>
  withReportTable(async (bench) => {
    // The first export of a process loads code.
    for (const format of FORMATS) await exportByCairn(bench, format);
    return measureMemory(bench);
  });

if (import.meta.main) console.table(await measure());
