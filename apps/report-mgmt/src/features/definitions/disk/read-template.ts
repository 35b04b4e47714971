import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { DefinitionEntry } from '../types.ts';
import { readFileBelow } from './open-file.ts';
import { listTemplateFiles } from './template-file.ts';

/** What a template consists of: bytes by path, the template itself first. */
export interface TemplateFiles {
  files: ReadonlyMap<string, Buffer>;
  sha256: string;
}

/** What the report server takes, with room for the frame of a zip. */
const MAX_BYTES = 9.5 * 1024 * 1024;
const MAX_FILES = 200;
/** The template of a definition with its pictures; null when it is gone. @throws Error when it is too large */
export async function readTemplate(root: string, entry: DefinitionEntry): Promise<TemplateFiles | null> {
  const { templateFile } = entry;
  if (!templateFile) return null;
  const places = await listTemplateFiles(root, { path: entry.path, templateFile });
  if (places.size > MAX_FILES) throw new Error(`The template has more than ${MAX_FILES} files.`);
  const files = new Map<string, Buffer>();
  const hash = createHash('sha256');
  let left = MAX_BYTES;
  for (const [name, place] of places) {
    const file = await readFileBelow(root, place, { maxBytes: Math.floor(left) });
    if (file.state === 'refused' && file.why === 'too_large')
      throw new Error('The template and its pictures are larger than 9.5 MiB.');
    if (file.state !== 'read') continue;
    left -= file.bytes.length;
    files.set(name, file.bytes);
    hash.update(`${name}\0${file.bytes.length}\0`).update(file.bytes);
  }
  return files.has(basename(templateFile)) ? { files, sha256: hash.digest('hex') } : null;
}
