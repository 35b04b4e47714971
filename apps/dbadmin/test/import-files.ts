import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeZip } from '@cairn/files/testing';
import { bodyOf } from '@cairn/testing';
import type { TestDbadmin, Person } from './test-app.ts';

const run = promisify(execFile);

type Bytes = Uint8Array<ArrayBuffer>;

interface SentFile {
  database: number;
  name: string;
  bytes: Bytes;
}

/** Sends a file as a page would. */
export async function sendFile(app: TestDbadmin, person: Person, { database, name, bytes }: SentFile) {
  const form = new FormData();
  form.set('file', new Blob([bytes]), name);
  const response = await fetch(`${app.url}/api/databases/${database}/import/upload`, {
    method: 'POST',
    headers: { cookie: person.cookie },
    body: form,
  });
  return { status: response.status, body: await bodyOf(response) };
}

/** The path under which a file that was sent is imported. */
export async function pathOf(app: TestDbadmin, person: Person, file: SentFile): Promise<string> {
  const { status, body } = await sendFile(app, person, file);
  if (status !== 201) throw new Error(`not taken: ${status} ${JSON.stringify(body)}`);
  return body.source_path;
}

/** Sends a file, imports it and waits for the end of the job. */
export async function importFile(
  app: TestDbadmin,
  person: Person,
  { json, ...file }: SentFile & { json: Record<string, unknown> },
) {
  const { status, body } = await app.ask(person, {
    path: `/api/databases/${file.database}/import`,
    method: 'POST',
    json: { source_path: await pathOf(app, person, file), ...json },
  });
  if (status !== 202) throw new Error(`not queued: ${status} ${JSON.stringify(body)}`);
  return app.ended(person, body.job_id);
}

export function geoJson(count: number, over: Record<string, unknown> = {}): Bytes {
  const features = Array.from({ length: count }, (_, i) => ({
    type: 'Feature',
    properties: { number: i, name: `place ${i}` },
    geometry: { type: 'Point', coordinates: [19 + i / 1000, 52] },
  }));
  return new Uint8Array(Buffer.from(JSON.stringify({ type: 'FeatureCollection', features, ...over })));
}

/** What GDAL makes of a GeoJSON: the files that come out, by their extensions. */
export async function converted(
  source: Bytes,
  { file, options = [] }: { file: string; options?: string[] },
): Promise<Map<string, Bytes>> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-convert-'));
  try {
    await writeFile(join(folder, 'source.geojson'), source);
    await run('ogr2ogr', [...options, join(folder, file), join(folder, 'source.geojson')]);
    const names = (await readdir(folder)).filter((name) => name !== 'source.geojson');
    const files = names.map(
      async (name) =>
        [name.slice(name.lastIndexOf('.')), new Uint8Array(await readFile(join(folder, name)))] as const,
    );
    return new Map(await Promise.all(files));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A shapefile in a zip; `change` may drop or replace parts. */
export async function shapefileZip(
  source: Bytes,
  { options = [], change }: { options?: string[]; change?: (parts: Map<string, Bytes>) => void } = {},
): Promise<Bytes> {
  const parts = await converted(source, { file: 'places.shp', options });
  change?.(parts);
  return makeZip([...parts].map(([extension, data]) => ({ name: `places${extension}`, data })));
}
