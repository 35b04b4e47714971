import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { MAX_DEFINITION_BYTES, readDefinition } from '../read-definition.ts';
import type { DefinitionEntry, FileVersion } from '../types.ts';
import type { Candidate } from './list-candidates.ts';
import { DEFINITION_FILE } from './list-candidates.ts';
import { findFileVersion, readFileBelow, versionText } from './open-file.ts';
import type { ReadFile, Refusal } from './open-file.ts';
import { listTemplateFiles, templateFileOf } from './template-file.ts';

/** A definition and the version of its file, with which it need not be read again. */
export interface KnownEntry {
  entry: DefinitionEntry;
  version: FileVersion | null;
  /** When it was read. */
  readAt: number;
}

/** A file that was written less than this before it was read may have changed without a new time. */
const RACY_MS = 50;

const REFUSALS: Record<Refusal, string> = {
  link: 'The definition is a symbolic link, which is not followed. Replace it by a file.',
  not_a_file: 'The definition is not a file.',
  too_large: 'The definition is larger than 1 MiB.',
  unreadable: 'The service may not read the definition. Change the permissions of the file.',
};

/**
 * Reads the definition of a key; null when neither the folder nor the flat file has one.
 * @param known read before; it is used when the file is still the same
 */
export async function readEntry(
  root: string,
  candidate: Candidate,
  known?: KnownEntry,
): Promise<KnownEntry | null> {
  const { key, folder, flat } = candidate;
  for (const path of [folder && `${folder}/${DEFINITION_FILE}`, flat]) {
    if (!path) continue;
    const usable = known?.entry.path === path ? settledVersion(known) : undefined;
    const file = await readFileBelow(root, path, { maxBytes: MAX_DEFINITION_BYTES, known: usable });
    if (file.state === 'missing') continue;
    const isFlat = path === flat;
    const base = file.state === 'unchanged' && known ? known : newEntry({ key, path, file });
    const beside = await readBeside(root, { key, isFlat, folder: isFlat ? '' : folder!, base: base.entry });
    const warnings = !isFlat && flat ? [`${flat} is ignored, because ${folder}/ has the same key.`] : [];
    return { ...base, entry: { ...base.entry, ...beside, warnings: [...beside.warnings, ...warnings] } };
  }
  return null;
}

function settledVersion({ version, readAt }: KnownEntry): FileVersion | undefined {
  if (!version || readAt - Number(version.mtimeNs / 1_000_000n) < RACY_MS) return undefined;
  return version;
}

function newEntry({ key, path, file }: { key: string; path: string; file: ReadFile }): KnownEntry {
  const readAt = Date.now();
  const empty = {
    key,
    path,
    warnings: [],
    thumbnailVersion: null,
    templateVersion: null,
    templateFile: null,
  };
  if (file.state !== 'read') {
    const problems = [REFUSALS[file.state === 'refused' ? file.why : 'not_a_file']];
    const entry = { ...empty, sha256: '', definition: null, problems, updatedAt: new Date(0) };
    return { entry, version: null, readAt };
  }
  const { definition, problems } = readDefinition(key, file.bytes);
  const sha256 = createHash('sha256').update(file.bytes).digest('hex');
  const entry = { ...empty, sha256, definition, problems, updatedAt: file.updatedAt };
  return { entry, version: file.version, readAt };
}

/** Versions of the picture and the template beside a definition. */
async function readBeside(
  root: string,
  { key, isFlat, folder, base }: { key: string; isFlat: boolean; folder: string; base: DefinitionEntry },
): Promise<Pick<DefinitionEntry, 'thumbnailVersion' | 'templateVersion' | 'templateFile' | 'warnings'>> {
  const picture = thumbnailPath({ path: base.path, key });
  const thumbnail = await findFileVersion(join(root, picture));
  const thumbnailVersion = thumbnail && versionText(thumbnail);
  if (!base.definition) return { thumbnailVersion, templateVersion: null, templateFile: null, warnings: [] };
  const { file, warnings } = await templateFileOf({
    ...{ root, folder, isFlat },
    report: base.definition.report,
  });
  if (!file) return { thumbnailVersion, templateVersion: null, templateFile: null, warnings };
  const places = [...(await listTemplateFiles(root, { path: base.path, templateFile: file })).values()];
  const versions = await Promise.all(places.map((place) => findFileVersion(join(root, place))));
  const templateVersion = [...places, ...versions.map((one) => (one ? versionText(one) : ''))].join(' ');
  return { thumbnailVersion, templateVersion, templateFile: file, warnings };
}

/** Path of the picture beside a definition. */
export function thumbnailPath({ path, key }: { path: string; key: string }): string {
  if (path.endsWith(`/${DEFINITION_FILE}`)) return `${path.slice(0, -DEFINITION_FILE.length)}thumbnail.png`;
  return `${path.slice(0, key.length)}.png`;
}
