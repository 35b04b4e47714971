import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

interface Place {
  root: string;
  /** Of the definition, below the root; '' for a flat one. */
  folder: string;
  isFlat: boolean;
  /** As the definition names it. */
  report: string;
}

/**
 * The template beside a definition, below the root: the file that `report` names, else `template.json`, else the only `.jrxml` of the
 * folder. Null when there is none: then the engine has the report.
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
  return isFlat ? { file: null, warnings: [] } : findJrxml(root, folder);
}

async function findJrxml(root: string, folder: string): Promise<{ file: string | null; warnings: string[] }> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  const found = entries.filter((entry) => entry.isFile() && /\.jrxml$/i.test(entry.name));
  const [first] = found;
  if (!first) return { file: null, warnings: [] };
  if (found.length === 1) return { file: `${folder}/${first.name}`, warnings: [] };
  const warning = 'There are several .jrxml files. Name the main one in "report".';
  return { file: null, warnings: [warning] };
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
