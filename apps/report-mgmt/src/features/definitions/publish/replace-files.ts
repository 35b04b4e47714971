import { lstat, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DEFINITION_FILE } from '../disk/list-candidates.ts';
import { thumbnailPath } from '../disk/read-entry.ts';
import { readFileBelow } from '../disk/open-file.ts';
import { readTemplate } from '../disk/read-template.ts';
import { listTemplateFiles } from '../disk/template-file.ts';
import { createFolder, replaceAll } from '../disk/write-files.ts';
import { linkedFolder, reportExists } from '../errors.ts';
import type { DefinitionEntry } from '../types.ts';
import type { PreparedReport } from './prepare-files.ts';

const MAX_THUMBNAIL_BYTES = 20 * 1024 * 1024;

/** Replaces files of a report, the definition last. Files of a former template go when there is another one. */
export async function replaceFiles(
  root: string,
  entry: DefinitionEntry,
  { files, hasTemplate }: PreparedReport,
): Promise<void> {
  if (!entry.path.endsWith(`/${DEFINITION_FILE}`)) return moveToFolder(root, entry, files);
  const folder = join(root, dirname(entry.path));
  const { path, templateFile } = entry;
  const former = templateFile
    ? await listTemplateFiles(root, { path, templateFile })
    : new Map<string, string>();
  for (const name of files.keys()) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    // What an operator linked from elsewhere is not ours to change.
    if ((await lstat(dirname(join(folder, name)))).isSymbolicLink()) throw linkedFolder(dirname(name));
  }
  await replaceAll(new Map([...files].map(([name, bytes]) => [join(folder, name), bytes])));
  if (!hasTemplate) return;
  const kept = new Set([...files.keys()].map((name) => `${dirname(path)}/${name}`));
  for (const place of former.values()) if (!kept.has(place)) await rm(join(root, place), { force: true });
}

/** A flat definition that is edited becomes a folder, where a template and its pictures have room. */
async function moveToFolder(
  root: string,
  entry: DefinitionEntry,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  const picture = thumbnailPath(entry);
  const thumbnail = await readFileBelow(root, picture, { maxBytes: MAX_THUMBNAIL_BYTES });
  const template = await readTemplate(root, entry);
  const all = new Map<string, Uint8Array>(template?.files);
  if (thumbnail.state === 'read') all.set('thumbnail.png', thumbnail.bytes);
  for (const [name, bytes] of files) all.set(name, bytes);
  if (!(await createFolder(root, entry.key, all))) throw reportExists(entry.key);
  for (const place of [entry.path, picture, entry.templateFile]) {
    if (place) await rm(join(root, place), { force: true });
  }
}
