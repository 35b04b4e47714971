import { basename, extname, join } from 'node:path';
import { mkdir } from 'node:fs/promises';
import { extractZip, inspectZip } from '@cairn/files';
import type { ZipEntry } from '@cairn/files';
import { unprocessable } from '@cairn/service/errors';

const REQUIRED = ['.shp', '.dbf', '.shx'];
const KEPT = [...REQUIRED, '.prj', '.cpg'];

/**
 * Checks that a zip contains at least one complete shapefile (.shp, .dbf and .shx of one name) and nothing dangerous.
 * Returns the names under which its parts may be written into one folder, by their names in the zip.
 * Throws AppError `unprocessable`.
 */
export async function inspectShapefileZip(path: string): Promise<Map<string, string>> {
  const entries = (await inspectZip(path)).filter(isData);
  const sets = new Map<string, ZipEntry[]>();
  for (const entry of entries) {
    const stem = stemOf(entry.name);
    sets.set(stem, [...(sets.get(stem) ?? []), entry]);
  }
  const whole = [...sets].filter(([, parts]) =>
    REQUIRED.every((extension) => parts.some((part) => extensionOf(part.name) === extension)),
  );
  if (whole.length === 0) {
    const missing = REQUIRED.filter(
      (extension) => !entries.some((entry) => extensionOf(entry.name) === extension),
    );
    throw unprocessable(
      'vault.incomplete_shapefile',
      `The zip must hold a shapefile with its .shp, .dbf and .shx${missing.length ? `; ${missing.join(' and ')} is missing` : ' side by side'}.`,
    );
  }
  const placed = new Map<string, string>();
  const taken = new Set<string>();
  for (const [stem, parts] of whole) {
    const layer = uniqueName(plainName(basename(stem)), taken);
    for (const part of parts) placed.set(part.name, `${layer}${extensionOf(part.name)}`);
  }
  return placed;
}

/** Unpacks the shapefiles of a zip into a new folder below `folder` and returns that folder. */
export async function extractShapefiles(path: string, folder: string, signal?: AbortSignal): Promise<string> {
  const placed = await inspectShapefileZip(path);
  const target = join(folder, 'shapefiles');
  await mkdir(target, { mode: 0o700 });
  await extractZip(path, target, {
    place: ({ name }) => placed.get(name) ?? null,
    ...(signal ? { signal } : {}),
  });
  return target;
}

/** Names of the first files that are neither of a shapefile nor what programs make of one by themselves. */
export async function filesBeside(zip: string): Promise<string[]> {
  const placed = await inspectShapefileZip(zip);
  const isOther = (name: string) =>
    !placed.has(name) && !/(^|\/)(__MACOSX\/|\.)|\.(sb[nx]|qix|fb[nx]|ai[nh]|atx|ixs|mxs)$/i.test(name);
  return (await inspectZip(zip)).flatMap(({ name }) => (isOther(name) ? [name] : [])).slice(0, 20);
}

function isData({ name }: ZipEntry): boolean {
  // macOS adds a shadow of each file.
  return !name.startsWith('__MACOSX/') && !basename(name).startsWith('.') && KEPT.includes(extensionOf(name));
}

function extensionOf(name: string): string {
  return extname(name).toLowerCase();
}

function stemOf(name: string): string {
  return name.slice(0, -extname(name).length).toLowerCase();
}

/** Becomes a layer's name and a part of a path: word characters alone, never a leading dash. */
function plainName(stem: string): string {
  return (
    stem
      .normalize('NFC')
      .replace(/[^\p{L}\p{N}_-]+/gu, '_')
      .replace(/^[-_]+/, '')
      .slice(0, 60) || 'layer'
  );
}

function uniqueName(name: string, taken: Set<string>): string {
  let candidate = name;
  for (let count = 2; taken.has(candidate); count += 1) candidate = `${name}_${count}`;
  taken.add(candidate);
  return candidate;
}
