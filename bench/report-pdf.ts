import { spawn, spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import PDFDocument from 'pdfkit';
import { createFill, createWriter, type Band, type Row } from '@cairn/report-engine';
import type { Measure, Measurement } from './measurement.ts';
import { RENDER_HEAP } from './render-heap.ts';
import { median } from './vault-process.ts';

const ROWS = 10_000;
const MANY = Number(process.env.CAIRN_BENCH_PDF_ROWS ?? 100_000);
const COLUMNS = 8;
const ROUNDS = 3;
const MAX_RATIO = 1.3;
const LONG = { seconds: 30, megabytes: 300 };
/** Other programs that take longer count as slower. */
const PATIENCE_MS = 60_000;
const PAGE = { width: 841.89, height: 595.28, margin: 30 };
const CELL = { width: (PAGE.width - 2 * PAGE.margin) / COLUMNS, size: 8, line: 11 };
const FONT = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
);

type Painter = 'cairn' | 'pdfkit';
interface Task {
  painter: Painter;
  rows: number;
  file: string;
  result: string;
}
interface Run {
  seconds: number;
  /** Peak of the process with Node and its modules. */
  megabytes: number;
}

/** Wraps to two lines in most columns. */
const cell = (row: number, column: number) =>
  `Place ${row + 1} of district ${(row * 7 + column) % 97} in the north`;
const cells = (row: number) => Array.from({ length: COLUMNS }, (_, column) => cell(row, column));

async function paintWithCairn(rows: number, file: string): Promise<void> {
  const names = Array.from({ length: COLUMNS }, (_, column) => `c${column}`);
  async function* read(): AsyncGenerator<Row> {
    for (let row = 0; row < rows; row += 1)
      yield Object.fromEntries(names.map((name, column) => [name, cell(row, column)]));
  }
  const detail: Band = {
    height: CELL.line,
    elements: names.map((name, column) => ({
      ...{ id: name, kind: 'field', expression: `$F{${name}}`, grow: true, own: { size: CELL.size } },
      ...{ x: column * CELL.width, y: 0, width: CELL.width, height: CELL.line },
    })),
  };
  const { margin } = PAGE;
  const fill = await createFill({
    template: {
      ...{ version: 1, title: 'Places', lang: 'en', parameters: [], groups: [], variables: [], styles: [] },
      page: {
        ...{ size: 'A4', orientation: 'landscape' },
        margins: { top: margin, right: margin, bottom: margin, left: margin },
      },
      datasets: [{ name: 'main', sql: 'select 1' }],
      bands: { detail: [detail] },
    },
    ...{ parameters: {}, locale: 'en-GB', timeZone: 'UTC', now: new Date() },
    openDataset: () =>
      Promise.resolve({ columns: names.map((name) => ({ name, type: 'text' as const })), rows: read }),
  });
  await createWriter('pdf', { pdf: { maxPages: 100_000 } })(fill, { stream: createWriteStream(file) });
  await fill.close();
}

/** What one would write by hand: each row as high as its highest cell. */
async function paintWithPdfkit(rows: number, file: string): Promise<void> {
  const { width, height, margin } = PAGE;
  const doc = new PDFDocument({ size: [width, height], margin, font: FONT });
  const written = finished(doc.pipe(createWriteStream(file)));
  doc.fontSize(CELL.size);
  let y = margin;
  for (let row = 0; row < rows; row += 1) {
    const texts = cells(row);
    const needed = Math.max(...texts.map((text) => doc.heightOfString(text, { width: CELL.width })));
    if (y + needed > height - margin) {
      doc.addPage();
      y = margin;
    }
    for (const [column, text] of texts.entries())
      doc.text(text, margin + column * CELL.width, y, { width: CELL.width });
    y += needed;
  }
  doc.end();
  await written;
}

/** In a process of its own, whose start does not count. */
function paintApart(painter: Painter, rows: number, folder: string): Run & { bytes: number } {
  const [file, result] = [join(folder, `${painter}.pdf`), join(folder, 'result.json')];
  const task: Task = { painter, rows, file, result };
  const { status } = spawnSync(process.execPath, [...RENDER_HEAP, import.meta.filename], {
    stdio: 'inherit',
    env: { ...process.env, CAIRN_BENCH_PDF: JSON.stringify(task) },
  });
  if (status !== 0) throw new Error(`${painter} with ${rows} rows ended with ${status}.`);
  const { size: bytes } = statSync(file);
  rmSync(file);
  return { ...(JSON.parse(readFileSync(result, 'utf8')) as Run), bytes };
}

async function paintHere({ painter, rows, file, result }: Task): Promise<void> {
  const started = performance.now();
  await (painter === 'cairn' ? paintWithCairn(rows, file) : paintWithPdfkit(rows, file));
  const seconds = (performance.now() - started) / 1000;
  const megabytes = process.resourceUsage().maxRSS / 1024;
  writeFileSync(result, JSON.stringify({ seconds, megabytes } satisfies Run));
}

function compareWithPdfkit(folder: string): { row: Measurement; seconds: number } {
  const rounds = Array.from({ length: ROUNDS }, () => ({
    theirs: paintApart('pdfkit', ROWS, folder).seconds,
    ours: paintApart('cairn', ROWS, folder).seconds,
  }));
  const ratio = median(rounds.map(({ ours, theirs }) => ours / theirs));
  const seconds = median(rounds.map(({ ours }) => ours));
  const theirs = median(rounds.map((round) => round.theirs));
  return {
    seconds,
    row: {
      what: `reports: PDF of ${ROWS.toLocaleString('en')} × ${COLUMNS} wrapped cells against bare pdfkit`,
      measured: `${seconds.toFixed(2)} against ${theirs.toFixed(2)} s, medians of ${ROUNDS}`,
      value: ratio.toFixed(2),
      goal: `at most ${MAX_RATIO}`,
      met: ratio <= MAX_RATIO,
    },
  };
}

function measureLong(folder: string): Measurement {
  const { seconds, megabytes, bytes } = paintApart('cairn', MANY, folder);
  return {
    what: `reports: PDF of ${MANY.toLocaleString('en')} × ${COLUMNS} wrapped cells`,
    measured: `file of ${(bytes / 1e6).toFixed(1)} MB`,
    value: `${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`,
    goal: `below ${LONG.seconds} s and ${LONG.megabytes} MB`,
    met: seconds < LONG.seconds && megabytes < LONG.megabytes,
  };
}

/** Programs that print the same table, as HTML, with their start. */
function programs(folder: string): { name: string; command: string; args: string[] }[] {
  const html = join(folder, 'table.html');
  const { margin } = PAGE;
  const body = Array.from(
    { length: ROWS },
    (_, row) =>
      `<tr>${cells(row)
        .map((text) => `<td>${text}</td>`)
        .join('')}</tr>`,
  );
  writeFileSync(
    html,
    `<!doctype html><meta charset="utf-8"><title>Places</title><style>@page{size:A4 landscape;margin:${margin}pt}
    body{margin:0;font:${CELL.size}pt "Noto Sans",sans-serif}table{width:100%;table-layout:fixed;border-collapse:collapse}td{padding:0}</style>
    <table>${body.join('\n')}</table>`,
  );
  const output = join(folder, 'program.pdf');
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  return [
    {
      name: 'Chromium',
      command: 'chromium-headless-shell',
      args: ['--no-sandbox', '--no-pdf-header-footer', `--print-to-pdf=${output}`, html],
    },
    { name: 'WeasyPrint', command: 'weasyprint', args: [html, output] },
    {
      name: 'LibreOffice',
      command: 'soffice',
      args: [profile, '--headless', '--convert-to', 'pdf:writer_web_pdf_Export', '--outdir', folder, html],
    },
  ];
}

async function compareWithProgram(
  { name, command, args }: ReturnType<typeof programs>[number],
  ours: number,
): Promise<Measurement> {
  const started = performance.now();
  const outcome = await runProgram(command, args);
  const seconds = (performance.now() - started) / 1000;
  const what = `reports: PDF of ${ROWS.toLocaleString('en')} × ${COLUMNS} wrapped cells against ${name}`;
  const goal = 'below 1';
  if (outcome === 'not installed') return { what, measured: outcome, value: '–', goal, met: true };
  return {
    what,
    measured: `${ours.toFixed(2)} against ${outcome === 'killed' ? 'more than ' : ''}${seconds.toFixed(1)} s`,
    value: (ours / seconds).toFixed(2),
    goal,
    met: ours < seconds,
  };
}

function runProgram(command: string, args: string[]): Promise<'done' | 'killed' | 'not installed'> {
  return new Promise((resolve, reject) => {
    // A group of its own, so that all of its processes can be ended.
    const child = spawn(command, args, { detached: true, stdio: 'ignore' });
    let killed = false;
    const timer = setTimeout(() => {
      killed = true;
      process.kill(-child.pid!, 'SIGKILL');
    }, PATIENCE_MS);
    child.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      if (error.code === 'ENOENT') resolve('not installed');
      else reject(error);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      if (killed) resolve('killed');
      else if (code === 0) resolve('done');
      else reject(new Error(`${command} ended with status ${code}.`));
    });
  });
}

export const measure: Measure = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-pdf-'));
  try {
    const { row, seconds } = compareWithPdfkit(folder);
    const rows = [row];
    for (const program of programs(folder)) rows.push(await compareWithProgram(program, seconds));
    return [...rows, measureLong(folder)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const { CAIRN_BENCH_PDF: task } = process.env;
if (task) await paintHere(JSON.parse(task) as Task);
else if (import.meta.main) console.table(await measure());
