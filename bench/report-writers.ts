import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWriter, type Fill, type WriterFormat } from '@cairn/report-engine';
import { sampleFill } from '../libs/report-engine/test/sample-fill.ts';
import type { Measure, Measurement } from './measurement.ts';
import { RENDER_HEAP } from './render-heap.ts';

/** Seconds and MB by number of rows. Formats that only short reports are for have no figure for many rows. */
const SHORT = { rows: 10_000, seconds: 1, megabytes: 150 };
const LONG = { rows: 100_000, seconds: 5, megabytes: 200 };
const FORMATS: { format: WriterFormat; sizes: (typeof SHORT)[] }[] = [
  ...(['csv', 'xml', 'html', 'xlsx', 'ods', 'docx', 'odt', 'rtf'] as const).map((format) => ({
    format,
    sizes: [SHORT, LONG],
  })),
  ...(['xls', 'pptx'] as const).map((format) => ({ format, sizes: [SHORT] })),
];
/** Of so many runs the quickest counts: others on the machine only make one slower. */
const RUNS = 3;
interface Run {
  seconds: number;
  /** Of all processors, with other threads of the process. */
  processorSeconds: number;
  /** Peak of the whole process with Node, megabytes. */
  megabytes: number;
  /** Of the file. */
  bytes: number;
}

/** What the child process does: fills a report of places and writes it to a file. */
async function writeOnce(format: WriterFormat, rows: number, file: string): Promise<Run> {
  const writer = createWriter(format);
  const fill: Fill = await sampleFill({ rows, groups: 20 });
  const started = performance.now();
  const used = process.cpuUsage();
  await writer(fill, { stream: createWriteStream(file) });
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(used);
  await fill.close();
  const processorSeconds = (user + system) / 1e6;
  return {
    seconds,
    processorSeconds,
    megabytes: process.resourceUsage().maxRSS / 1024,
    bytes: statSync(file).size,
  };
}

function measureApart(format: WriterFormat, rows: number): Run {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-writer-'));
  const result = join(folder, 'result.json');
  try {
    const { status } = spawnSync(process.execPath, [...RENDER_HEAP, import.meta.filename], {
      stdio: 'inherit',
      env: { ...process.env, CAIRN_BENCH_WRITER: JSON.stringify({ format, rows, folder, result }) },
    });
    if (status !== 0) throw new Error(`${format} with ${rows} rows ended with ${status}.`);
    return JSON.parse(readFileSync(result, 'utf8')) as Run;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const measure: Measure = () => {
  const lines: Measurement[] = [];
  for (const { format, sizes } of FORMATS)
    for (const goal of sizes) {
      const runs = Array.from({ length: RUNS }, () => measureApart(format, goal.rows));
      const best = runs.toSorted((a, b) => a.seconds - b.seconds)[0];
      if (!best) continue;
      lines.push({
        what: `reports: ${format} of ${goal.rows.toLocaleString('en')} rows with 7 columns, in 20 groups with totals`,
        measured: `fill and writer, file of ${(best.bytes / 1e6).toFixed(1)} MB, slowest run ${Math.max(...runs.map(({ seconds }) => seconds)).toFixed(2)} s`,
        value: `${best.seconds.toFixed(2)} s, ${best.megabytes.toFixed(0)} MB`,
        goal: `below ${goal.seconds} s and ${goal.megabytes} MB`,
        met: best.seconds < goal.seconds && best.megabytes < goal.megabytes,
      });
    }
  return Promise.resolve(lines);
};

const { CAIRN_BENCH_WRITER: task } = process.env;
if (task) {
  const { format, rows, folder, result } = JSON.parse(task) as {
    format: WriterFormat;
    rows: number;
    folder: string;
    result: string;
  };
  writeFileSync(result, JSON.stringify(await writeOnce(format, rows, join(folder, `report.${format}`))));
} else if (import.meta.main) console.table(await measure());
