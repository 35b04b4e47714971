import type { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '@cairn/files';
import { writeZip } from '@cairn/report-engine';
import { createFairSemaphore } from '@cairn/service';
import type { AuditContext } from '@cairn/service';
import { ident } from '@cairn/db';
import type { Db } from '../../db/schema.ts';
import { recordAudit } from '../audit/repo.ts';
import type { Read } from '../datasources/read.ts';
import type { OpenedSource, ReadRunner } from '../query/run-read.ts';
import { readTimeZone } from '../query/time-zone.ts';
import { compileExport, MAX_ROWS } from './compile-export.ts';
import type { CompiledExport, ExportShape } from './compile-export.ts';
import { copyOut } from './copy-out.ts';
import { createCsvRows, csvHeader } from './csv-rows.ts';
import type { ExportFormat } from './formats.ts';
import { EXPORT_FORMATS } from './formats.ts';
import { createGeojsonRows } from './geojson-rows.ts';
import { fileName, gpkgEntries, readReference, shapefileEntries, writeGeoFile } from './geo-file.ts';
import type { GeoFileOptions } from './geo-file.ts';
import type { RowCount } from './row-count.ts';
import { workbookEntries } from './sheet/workbook.ts';

/** As long as the slowest reader may take. */
const LONGEST_MS = 30 * 60_000;
/** Fast, since a user is waiting for the file. */
const ZIP_LEVEL = 1;
/** Exports of a process: each holds a session of a datasource. */
const LIMITS = {
  ...{ limit: 4, perPerson: 2 },
  busy: {
    code: 'report-server.exports_busy',
    message: 'Too many exports are running. Try again when one of them has ended.',
  },
};

export interface ExportDeps {
  db: Db;
  runner: ReadRunner;
  storage: Pick<Storage, 'inScratch'>;
  /** Default 5,000,000. */
  maxRows?: number;
}

export interface ExportJob {
  format: ExportFormat;
  request: ExportShape;
  csv: { raw: boolean; bom: boolean };
  cause: AuditContext;
  signal: AbortSignal;
  /** Opens the file, once its first bytes are there. */
  begin(file: { mime: string; name: string }): Writable;
  /** Calls `onLost` when the caller may not go on, such as when a token has expired; returns what ends the watch. */
  watch(onLost: (error: Error) => void): () => void;
}

export type ExportService = ReturnType<typeof createExportService>;

/** Rows as files, sent while they are read. */
export function createExportService({ db, runner, storage, maxRows = MAX_ROWS }: ExportDeps) {
  const places = createFairSemaphore(LIMITS);

  /** What leaves is on record before its first byte has left. */
  async function open(opened: OpenedSource, { format, request, cause, begin }: ExportJob): Promise<Writable> {
    const { datasource, source } = opened;
    const { columns = null, filter = null, group_by = null, aggregates = null } = request;
    await recordAudit(db, {
      event: 'data.exported',
      cause,
      objectId: datasource.id,
      subject: `${datasource.key}: ${source.table.schema}.${source.table.name}`,
      details: { format, columns, filter, group_by, aggregates },
    });
    const { mime, ending } = EXPORT_FORMATS[format];
    return begin({ mime, name: `${fileName(source.table.name)}${ending}` });
  }

  /** Sends the file while the rows are read. */
  async function streamRows(run: Run, read: Read): Promise<RowCount> {
    const { job, opened, compiled, stop } = run;
    const count: RowCount = { rows: 0, truncated: false };
    const { columns, limit } = compiled;
    await copyOut(read, compiled, {
      ...{ timeoutMs: LONGEST_MS, stop },
      async use(rows) {
        const file = await open(opened, job);
        if (job.format === 'excel') {
          const { name } = opened.source.table;
          await zipInto(file, workbookEntries(rows, { name, columns, limit, count }), stop);
        } else if (job.format === 'csv') {
          file.write(`${job.csv.bom ? '\ufeff' : ''}${csvHeader(columns, job.csv)}`);
          await pass(rows, createCsvRows(columns, { ...job.csv, limit, count }), { file, stop });
        } else await pass(rows, createGeojsonRows({ limit, count }), { file, stop });
      },
    });
    return count;
  }

  /** Writes a file first: the session with the database ends when the rows have come, however slow the reader is. */
  async function sendGeoFile(run: Run, folder: string): Promise<RowCount> {
    const { job, opened, compiled, stop, timeZone } = run;
    const { source } = opened;
    const isShapefile = job.format === 'shapefile';
    const options: GeoFileOptions = {
      ...{ compiled, table: source.table, postgis: `${ident(source.postgisSchema!)}.`, isShapefile, folder },
      ...{ timeoutMs: LONGEST_MS, signal: stop.signal },
    };
    const file = await readRows(run, isShapefile ? timeZone : 'UTC', async (read) => {
      const reference = await readReference(read, options);
      const use = (rows: Readable) => writeGeoFile(rows, { ...options, reference });
      return copyOut(read, compiled, { use, timeoutMs: LONGEST_MS, stop });
    });
    const entries = isShapefile ? shapefileEntries(file, options) : gpkgEntries(file);
    // The first entry lists what cannot be written, before anything is sent.
    const first = await entries.next();
    const target = await open(opened, job);
    await zipInto(target, first.done ? entries : startWith(first.value, entries), stop);
    return file.facts;
  }

  function readRows<T>(
    { opened, stop }: Run,
    timeZone: string,
    work: (read: Read) => Promise<T>,
  ): Promise<T> {
    const limits = { maxBytes: null, statementTimeoutMs: LONGEST_MS, skipCostCheck: true };
    return runner.runRead(opened, [], { ...limits, signal: stop.signal, timeZone, work });
  }

  return {
    /**
     * Sends rows or groups as a file. Resolves when all of it was written; the stream is not ended.
     * @throws {AppError} bad_request that names the place in the request; unprocessable for what the format cannot hold
     */
    async run(opened: OpenedSource, job: ExportJob): Promise<RowCount> {
      const { format, request } = job;
      const timeZone = readTimeZone(request.time_zone);
      const compiled = compileExport(opened.source, request, { format, timeZone, maxRows });
      const stop = new AbortController();
      const leave = () => stop.abort(job.signal.reason);
      job.signal.addEventListener('abort', leave, { once: true });
      job.signal.throwIfAborted();
      const unwatch = job.watch((error) => stop.abort(error));
      const run: Run = { job, opened, compiled, stop, timeZone };
      try {
        return await places.run(
          () =>
            format === 'gpkg' || format === 'shapefile'
              ? storage.inScratch((folder) => sendGeoFile(run, folder))
              : readRows(run, timeZone, (read) => streamRows(run, read)),
          { signal: stop.signal },
        );
      } finally {
        unwatch();
        job.signal.removeEventListener('abort', leave);
      }
    },
  };
}

interface Run {
  job: ExportJob;
  opened: OpenedSource;
  compiled: CompiledExport;
  /** Ends the session, the programs and the file. */
  stop: AbortController;
  timeZone: string;
}

/** Half a file must never look whole: a failure destroys it. */
async function pass(
  rows: Readable,
  convert: Transform,
  { file, stop }: { file: Writable; stop: AbortController },
): Promise<void> {
  try {
    await pipeline(rows, convert, file, { signal: stop.signal, end: false });
  } catch (error) {
    file.destroy(error as Error);
    throw error;
  }
}

type Entries = Parameters<typeof writeZip>[0];

async function zipInto(file: Writable, entries: Entries, { signal }: AbortController): Promise<void> {
  await writeZip(entries, file, { modified: new Date(), level: ZIP_LEVEL, signal, end: false });
}

async function* startWith<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}
