import { createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import pg from 'pg';
import Cursor from 'pg-cursor';
import type { Measure } from './measurement.ts';
import { COLUMNS, compareExport, exportByCairn } from './report-export.ts';
import { readerOf, withReportTable } from './report-table.ts';
import type { ReportTable } from './report-table.ts';

/** The fastest of three libraries that stream xlsx: exceljs took twice, excelts six times its processor time. */
const LIBRARY = 'hucre';
const MAX_RATIO = 1.2;
const BATCH = 1_000;
const names = COLUMNS.split(', ');

interface XlsxLibrary {
  writeXlsxStream(
    rows: AsyncIterable<unknown[]>,
    options: { name: string; columns: { header: string }[] },
  ): ReadableStream<Uint8Array>;
}

async function* readRows(client: pg.Client): AsyncGenerator<unknown[]> {
  const cursor = client.query(
    new Cursor<unknown[]>(`SELECT ${COLUMNS} FROM public.bench`, [], { rowMode: 'array' }),
  );
  const amount = names.indexOf('amount');
  for (;;) {
    const rows = await cursor.read(BATCH);
    if (rows.length === 0) return;
    for (const row of rows) yield row.with(amount, Number(row[amount]));
  }
}

/** What one would write with the library: rows by a cursor, with the types of the driver. */
async function byLibrary({ sample, folder }: ReportTable, { writeXlsxStream }: XlsxLibrary): Promise<number> {
  const file = join(folder, 'theirs.xlsx');
  const client = new pg.Client(readerOf(sample));
  await client.connect();
  try {
    const started = performance.now();
    const columns = names.map((header) => ({ header }));
    const workbook = writeXlsxStream(readRows(client), { name: 'Bench', columns });
    await pipeline(Readable.fromWeb(workbook), createWriteStream(file));
    return performance.now() - started;
  } finally {
    await client.end();
    rmSync(file, { force: true });
  }
}

export const measure: Measure = () =>
  withReportTable(async (bench) => {
    const library = (await import(`${LIBRARY}/xlsx`)) as XlsxLibrary;
    // The first export of a process loads code.
    await exportByCairn(bench, 'excel');
    const byProgram = () => byLibrary(bench, library);
    return [await compareExport(bench, { format: 'excel', goal: MAX_RATIO, against: LIBRARY, byProgram })];
  });

if (import.meta.main) console.table(await measure());
