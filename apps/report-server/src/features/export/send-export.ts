import { forbidden, watchIdentity } from '@cairn/service';
import type { Response } from 'express';
import type { OpenedSource } from '../query/run-read.ts';
import type { ExportJob, ExportService } from './service.ts';

interface SentExport extends Omit<ExportJob, 'begin' | 'watch'> {
  opened: OpenedSource;
  /** @throws {AppError} when the caller has lost the right to read */
  stillMayRead(): Promise<void>;
}

/** Answers with the file of an export; the trailers say how many rows it has. It ends when the caller loses the right to read. */
export async function sendExport(
  res: Response,
  exports: ExportService,
  { opened, stillMayRead, ...job }: SentExport,
): Promise<void> {
  const { rows, truncated } = await exports.run(opened, {
    ...job,
    begin({ mime, name }) {
      res.attachment(name);
      res.setHeader('Content-Type', mime);
      res.setHeader('Cache-Control', 'no-store');
      res.setHeader('Trailer', 'X-Row-Count, X-Truncated');
      return res;
    },
    watch: (onLost) =>
      watchIdentity(stillMayRead, (reason) => onLost(forbidden('report-server.export_ended', reason))),
  });
  res.addTrailers({ 'X-Row-Count': String(rows), 'X-Truncated': String(truncated) });
  res.end();
}

/** How texts are written as CSV, by the query of a request. */
export function csvOptions({ raw, bom }: { raw?: '0' | '1'; bom?: '0' | '1' }): ExportJob['csv'] {
  return { raw: raw === '1', bom: bom === '1' };
}
