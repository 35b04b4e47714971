import { createReadStream } from 'node:fs';
import { mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@cairn/service';
import { extractZip } from '@cairn/files';
import { SaxesParser } from 'saxes';
import { passwordInProject, unreadableProject } from './errors.ts';

/** Larger documents are nobody's. */
const MAX_QGS_BYTES = 256 * 1024 * 1024;
/** What an archive of documents may unpack to. */
const MAX_QGZ_BYTES = 1024 ** 3;
/** What the parser keeps in memory: open elements, attributes of one of them, characters of one text or value. */
const MAX_DEPTH = 1_000;
const MAX_ATTRIBUTES = 1_000;
const MAX_TEXT = 16 * 1024 * 1024;
/** In the notations of QGIS, GDAL and URLs, but for an empty one. */
const PASSWORD = /(?:^|[^\w])password\s*=\s*(?!''|""|[\s&;]|$)/i;
const LOGIN_IN_URL = /:\/\/[^/\s:@]*:[^/\s@]+@/;

export function isQgisProject(path: string): boolean {
  return /\.qg[sz]$/i.test(path);
}

/**
 * Refuses a QGIS project that has a password in a data source: people who may see the map could read it.
 * @param path within the project; `file` is where its bytes are, `folder` a scratch folder
 * @throws {AppError} unprocessable with the layer's name, also for a file that cannot be read
 */
export async function requireNoPasswords(path: string, file: string, folder: string): Promise<void> {
  try {
    for (const document of await documentsOf(path, file, folder)) {
      const layer = await findLayerWithPassword(document);
      if (layer !== null) throw passwordInProject(path, layer);
    }
  } catch (error) {
    if (error instanceof AppError && error.code === 'field_sync.password_in_project') throw error;
    if (error instanceof AppError && error.kind === 'unavailable') throw error;
    throw unreadableProject(path);
  }
}

/** A `.qgz` is an archive with a `.qgs` in it. */
async function documentsOf(path: string, file: string, folder: string): Promise<string[]> {
  if (/\.qgs$/i.test(path)) return [file];
  const target = await mkdtemp(join(folder, 'qgz-'));
  let number = 0;
  await extractZip(file, target, {
    place: ({ name }) => (/\.qgs$/i.test(name) ? `${(number += 1)}.qgs` : null),
    limits: { maxBytes: MAX_QGZ_BYTES },
  });
  const names = await readdir(target);
  if (names.length === 0) throw new Error('no .qgs in it');
  return names.map((name) => join(target, name));
}

/** The name of the first layer with a password; null for none. */
async function findLayerWithPassword(document: string): Promise<string | null> {
  const parser = new SaxesParser();
  const path: string[] = [];
  let text = '';
  let layer: { name: string; hasPassword: boolean } | null = null;
  let found: string | null = null;
  let attributes = 0;
  /** Characters since the parser last had something whole. */
  let pending = 0;
  const hear = (part: string) => {
    text += part;
    pending = 0;
    if (text.length > MAX_TEXT) throw new Error('a text is too long');
  };
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('attribute', () => {
    pending = 0;
    if ((attributes += 1) > MAX_ATTRIBUTES) throw new Error('an element has too many attributes');
  });
  parser.on('opentag', ({ name, attributes: values }) => {
    if (path.push(name) > MAX_DEPTH) throw new Error('elements are nested too deep');
    text = '';
    attributes = pending = 0;
    if (name === 'maplayer') layer = { name: '', hasPassword: false };
    for (const value of Object.values(values))
      if (hasPassword(String(value))) {
        if (layer) layer.hasPassword = true;
        else found ??= values.name === undefined ? name : String(values.name);
      }
  });
  parser.on('text', hear);
  parser.on('cdata', hear);
  parser.on('closetag', ({ name }) => {
    path.pop();
    if (name === 'layername' && layer && path.at(-1) === 'maplayer') layer.name = text;
    if (hasPassword(text)) {
      if (layer) layer.hasPassword = true;
      else found ??= name;
    }
    text = '';
    pending = 0;
    if (name === 'maplayer' && layer) {
      if (layer.hasPassword) found ??= layer.name;
      layer = null;
    }
  });
  let bytes = 0;
  for await (const chunk of createReadStream(document, { encoding: 'utf8' })) {
    bytes += (chunk as string).length;
    pending += (chunk as string).length;
    if (bytes > MAX_QGS_BYTES || pending > MAX_TEXT) throw new Error('too large');
    parser.write(chunk as string);
    if (found !== null) return found;
  }
  parser.close();
  return found;
}

function hasPassword(text: string): boolean {
  return PASSWORD.test(text) || LOGIN_IN_URL.test(text);
}
