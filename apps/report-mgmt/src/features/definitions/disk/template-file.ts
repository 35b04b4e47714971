import { lstat, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DEFINITION_FILE } from './list-candidates.ts';

interface Place {
  root: string;
  /** Of the definition, below the root; '' for a flat one. */
  folder: string;
  isFlat: boolean;
  /** As the definition names it. */
  report: string;
}

/**
 * The template beside a definition, below the root: the file that `report` names, else `template.json`, else a `.jrxml` of the folder.
 * Null without a template: then the engine has the report.
 */
export async function templateFileOf({
  root,
  folder,
  isFlat,
  report,
}: Place): Promise<{ file: string | null; warnings: string[] }> {
  const named = report.replaceAll('\\', '/').replace(/^\.\//, '');
  const all = [named, `${named}.jrxml`, `${named}.json`, 'template.json'].filter(isTemplateName);
  // Other JSON files beside a flat definition are definitions.
  const names = isFlat ? all.filter((name) => /\.jrxml$/i.test(name)) : [...new Set(all)];
  for (const name of names) {
    const file = folder ? `${folder}/${name}` : name;
    const kind = await kindOf(root, file);
    if (kind === 'file') return { file, warnings: [] };
    if (kind === 'link')
      return { file: null, warnings: [`${name} is a symbolic link, which is not followed.`] };
  }
  return { file: isFlat ? null : await findJrxml(root, folder), warnings: [] };
}

/** With several of them the report server finds the one that no other uses. */
async function findJrxml(root: string, folder: string): Promise<string | null> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isFile() && /\.jrxml$/i.test(entry.name))
    .map(({ name }) => name);
  const [first] = names.toSorted();
  return first === undefined ? null : `${folder}/${first}`;
}

function isTemplateName(name: string): boolean {
  return /\.(jrxml|json)$/i.test(name) && name !== 'definition.json';
}

/** Whether a path is a file of its own, with folders of its own above it. */
async function kindOf(root: string, path: string): Promise<'file' | 'link' | null> {
  const parts = path.split('/');
  for (let count = 1; count <= parts.length; count += 1) {
    const stats = await lstat(join(root, ...parts.slice(0, count))).catch(() => null);
    if (!stats) return null;
    if (stats.isSymbolicLink()) return 'link';
    if (count === parts.length) return stats.isFile() ? 'file' : null;
  }
  return null;
}

/** What a `.jrxml` uses of the files beside it: subreports, styles and texts. */
const USED = /\.(?:jrxml|jrtx|properties)$/i;

/** Names of the files of a template, the template first, and where they are below the root. */
export async function listTemplateFiles(
  root: string,
  { path, templateFile }: { path: string; templateFile: string },
): Promise<Map<string, string>> {
  const places = new Map([[basename(templateFile), templateFile]]);
  // Beside a flat definition are the files of others.
  if (!path.endsWith(`/${DEFINITION_FILE}`)) return places;
  const beside = dirname(templateFile);
  const assets = `${dirname(path)}/assets`;
  if (USED.test(templateFile)) {
    const names = (await namesIn(root, beside)).filter((name) => USED.test(name));
    for (const name of names) places.set(name, `${beside}/${name}`);
  }
  for (const name of await namesIn(root, assets)) places.set(`assets/${name}`, `${assets}/${name}`);
  return places;
}

/** Nothing of a folder that is a link. */
async function namesIn(root: string, folder: string): Promise<string[]> {
  const stats = await lstat(join(root, folder)).catch(() => null);
  if (!stats?.isDirectory()) return [];
  const names = await readdir(join(root, folder)).catch(() => [] as string[]);
  return names.filter((name) => !name.startsWith('.')).toSorted();
}
