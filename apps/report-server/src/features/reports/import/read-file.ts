import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importJrxml, readReportZip } from '@cairn/report-engine';
import type { ImportedReport } from '@cairn/report-engine';
import { badRequest } from '@cairn/service/errors';

/** A template of this service with its pictures, which is not checked yet. */
export interface TemplateFile {
  template: unknown;
  source: 'json';
  findings: [];
  subreports: Record<string, never>;
  /** By the name that the template uses. */
  assets: Record<string, Uint8Array>;
}

export type ReportFile = ImportedReport | TemplateFile;

const ZIP = 'PK\u0003\u0004';
const TEMPLATE_JSON = /(?:^|\/)template\.json$/i;

/**
 * Reads a template: JSON, a `.jrxml` file, or a zip of either with its pictures and subreports. What it is, its first bytes and the
 * names in the zip say.
 * @param scratch a folder for the files of a zip
 * @throws {AppError} bad_request, unprocessable
 */
export async function readReportFile(bytes: Uint8Array, scratch: string): Promise<ReportFile> {
  if (!isZip(bytes)) return isJson(bytes) ? readTemplateFile(bytes, {}) : importJrxml(bytes);
  const [zip, folder] = [join(scratch, 'report.zip'), join(scratch, 'files')];
  await writeFile(zip, bytes);
  await mkdir(folder);
  const files = await readReportZip(zip, folder);
  // The one that is nearest to the top: others may be examples.
  const [name] = Object.keys(files)
    .filter((path) => TEMPLATE_JSON.test(path))
    .sort((a, b) => a.split('/').length - b.split('/').length);
  return name === undefined ? importJrxml(files) : readTemplateFile(files[name]!, files);
}

export function isZip(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 4)) === ZIP;
}

function isJson(bytes: Uint8Array): boolean {
  return /^\ufeff?\s*\{/.test(Buffer.from(bytes.subarray(0, 256)).toString('utf8'));
}

function readTemplateFile(bytes: Uint8Array, files: Readonly<Record<string, Uint8Array>>): TemplateFile {
  const template = parseJson(bytes);
  const assets: Record<string, Uint8Array> = {};
  for (const name of assetNames(template)) {
    const path = Object.keys(files).find((each) => each === name || each.endsWith(`/${name}`));
    if (path !== undefined) assets[name] = files[path]!;
  }
  return { template, source: 'json', findings: [], subreports: {}, assets };
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(
      Buffer.from(bytes)
        .toString('utf8')
        .replace(/^\ufeff/, ''),
    );
  } catch (cause) {
    throw badRequest(
      'report-server.bad_json',
      `The template is not valid JSON: ${(cause as Error).message}. Correct it and send it again.`,
    );
  }
}

/** Names of the pictures that a template shows. */
function assetNames(value: unknown, names = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return names;
  const { asset } = value as { asset?: unknown };
  if (typeof asset === 'string') names.add(asset);
  for (const member of Object.values(value)) assetNames(member, names);
  return names;
}
