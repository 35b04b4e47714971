import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importJrxml, readReportZip } from '@cairn/report-engine';
import type { ImportedReport } from '@cairn/report-engine';

const ZIP = 'PK\u0003\u0004';

/**
 * Imports a `.jrxml` file or a zip, recognised by its first bytes.
 * @param scratch a folder for the files of a zip
 * @throws {AppError} bad_request, unprocessable
 */
export async function readJrxml(bytes: Uint8Array, scratch: string): Promise<ImportedReport> {
  if (!isZip(bytes)) return importJrxml(bytes);
  const [zip, folder] = [join(scratch, 'report.zip'), join(scratch, 'files')];
  await writeFile(zip, bytes);
  await mkdir(folder);
  return importJrxml(await readReportZip(zip, folder));
}

export function isZip(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 4)) === ZIP;
}
