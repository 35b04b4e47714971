import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { openGdal, shapefileNames, writeFeatures, writeShapefiles } from '@cairn/geo';
import type { FeatureColumn, WriteFeaturesReply, WriteFeaturesRequest } from '@cairn/geo';
import type { ZipEntry } from '@cairn/report-engine';
import type { Read } from '../datasources/read.ts';
import type { Table } from '../catalogue/types.ts';
import { csvHeader } from './csv-rows.ts';
import type { CompiledExport } from './compile-export.ts';
import { toFeatureColumns } from './gpkg-values.ts';

/** A GeoPackage in the folder of its export, with what is known of its rows. */
export interface GeoFile {
  folder: string;
  request: WriteFeaturesRequest;
  facts: WriteFeaturesReply;
  /** Names of the columns in the database. */
  names: string[];
}

export interface GeoFileOptions {
  compiled: CompiledExport;
  table: Table;
  /** Quoted, with a point. */
  postgis: string;
  /** Whether it becomes a shapefile, with its short names. */
  isShapefile: boolean;
  folder: string;
  timeoutMs: number;
  signal: AbortSignal;
}

/** Writes the rows of a binary COPY into a GeoPackage. GDAL never sees the database. */
export async function writeGeoFile(
  rows: Readable,
  options: GeoFileOptions & { reference: WriteFeaturesRequest['reference'] },
): Promise<GeoFile> {
  const { compiled, table, folder, isShapefile, reference } = options;
  const { type, dimensions } = compiled.geometry!.geometry!;
  const columns = toFeatureColumns(compiled.columns.slice(0, -1), isShapefile);
  const names = columns.map(({ name }) => name);
  const request: WriteFeaturesRequest = {
    output: isShapefile ? 'features.gpkg' : `${fileName(table.name)}.gpkg`,
    layer: isShapefile ? 'features' : table.name,
    columns: isShapefile ? withShortNames(columns) : columns,
    geometry: {
      type,
      hasZ: dimensions === 4 || (dimensions === 3 && !type.endsWith('M')),
      hasM: dimensions === 4 || type.endsWith('M'),
    },
    reference,
    limit: compiled.limit,
  };
  const run = { cwd: folder, ...limitsOf(options) };
  const facts = await writeFeatures(await openGdal('page'), request, { ...run, rows });
  return { folder, request, facts, names };
}

/** The reference system of a column, as the database describes it. */
export async function readReference(
  read: Read,
  { compiled, postgis }: Pick<GeoFileOptions, 'compiled' | 'postgis'>,
): Promise<WriteFeaturesRequest['reference']> {
  const { srid } = compiled.geometry!.geometry!;
  const [row] = await read.texts({
    text: `SELECT auth_name, auth_srid, srtext FROM ${postgis}spatial_ref_sys WHERE srid = $1::pg_catalog.int4`,
    values: [String(srid)],
  });
  const [organization = null, code = null, definition = null] = row ?? [];
  return {
    srid,
    name: /^[A-Z_]+\["([^"]+)"/.exec(definition ?? '')?.[1] ?? `SRID ${srid}`,
    organization: organization ?? 'NONE',
    code: Number(code ?? srid),
    definition: definition ?? 'undefined',
  };
}

/** What the ZIP of a GeoPackage has. */
export async function* gpkgEntries({ folder, request, facts }: GeoFile): AsyncGenerator<ZipEntry> {
  yield { name: request.output, content: readFile(join(folder, request.output)) };
  const notes = facts.truncated ? [moreRows(facts)] : [];
  if (notes.length > 0) yield notesEntry(notes);
}

/** What the ZIP of a shapefile has: the files of each kind of geometry, the long names, and what was left out. */
export async function* shapefileEntries(
  file: GeoFile,
  { table, ...options }: GeoFileOptions,
): AsyncGenerator<ZipEntry> {
  const { folder, request, facts } = file;
  const run = { cwd: folder, ...limitsOf(options) };
  const name = fileName(table.name);
  for (const each of await writeShapefiles(await openGdal('page'), { request, facts, name }, run))
    yield { name: each, content: readFile(join(folder, each)) };
  yield { name: 'fields.csv', content: `\ufeff${fieldList(file)}` };
  const notes = notesOf(facts);
  if (notes.length > 0) yield notesEntry(notes);
}

/** The bytes of a file, which is opened when the first of them is asked for. */
async function* readFile(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>;
}

function notesOf(facts: WriteFeaturesReply): string[] {
  const { none, mixed } = facts.others;
  const long = facts.texts.reduce((sum, each) => sum + each.long, 0);
  return [
    ...(facts.truncated ? [moreRows(facts)] : []),
    ...(none > 0 ? [`Left out: ${none} rows without a geometry.`] : []),
    ...(mixed > 0 ? [`Left out: ${mixed} collections of geometries, which a shapefile cannot hold.`] : []),
    ...(long > 0 ? [`Cut: ${long} texts of more than 254 bytes; fields.csv says in which fields.`] : []),
  ];
}

function moreRows({ rows }: WriteFeaturesReply): string {
  return `There are more rows. This file has the first ${rows}.`;
}

function notesEntry(notes: string[]): ZipEntry {
  return { name: 'notes.txt', content: `${notes.join('\r\n')}\r\n` };
}

function fieldList({ request, facts, names }: GeoFile): string {
  const line = (...texts: string[]) =>
    csvHeader(
      texts.map((name) => ({ name })),
      { raw: false },
    );
  const fields = request.columns.map(({ name }, i) => line(name, names[i]!, String(facts.texts[i]!.long)));
  return [line('field', 'column', 'texts_cut'), ...fields].join('');
}

function withShortNames(columns: FeatureColumn[]): FeatureColumn[] {
  const short = shapefileNames(columns.map(({ name }) => name));
  return columns.map(({ value }, i) => ({ name: short[i]!, value }));
}

function limitsOf({ timeoutMs, signal }: Pick<GeoFileOptions, 'timeoutMs' | 'signal'>) {
  return { timeLimitMs: timeoutMs, limits: { cpuSeconds: Math.ceil(timeoutMs / 1000) }, signal };
}

/** The name of a table as that of a file, without what systems refuse. */
export function fileName(table: string): string {
  // eslint-disable-next-line no-control-regex
  return table.replace(/[\0-\x1f"*/:<>?\\|]/g, '_').replace(/^[.\s-]+|[.\s]+$/g, '_') || 'rows';
}
