import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Storage } from '@cairn/files';
import { importJrxml, readReportZip } from '@cairn/report-engine';
import type { ImportedReport } from '@cairn/report-engine';

const ZIP = Buffer.from('PK\u0003\u0004');

/** Imports a `.jrxml` file or a zip, recognised by its first bytes. @throws {AppError} bad_request, unprocessable */
export async function readJrxml(storage: Storage, bytes: Buffer): Promise<ImportedReport> {
  if (!bytes.subarray(0, 4).equals(ZIP)) return importJrxml(bytes);
  return storage.inScratch(async (scratch) => {
    const [zip, folder] = [join(scratch, 'report.zip'), join(scratch, 'files')];
    await writeFile(zip, bytes);
    await mkdir(folder);
    return importJrxml(await readReportZip(zip, folder));
  });
}
