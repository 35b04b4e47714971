import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repositoryRoot } from '../topology.ts';
import type { CheckResult } from './step.ts';

/** The files of the repository, each with those that it imports by path. */
type Imports = Map<string, string[]>;

const DOCUMENT = 'docs/architecture.md';
/** Files with SQL for our own schema, and tests. */
const QUERIES = /\/db\/|\/([\w-]+-)?repo\.ts$|\.test\.ts$/;

/**
 * What the linter cannot check: the order in which the folders of a service may import each other, as docs/architecture.md lists
 * it; circles of imports, types included; and that only repositories import Kysely.
 */
export async function checkImports(root = repositoryRoot): Promise<CheckResult> {
  const document = readFileSync(join(root, DOCUMENT), 'utf8');
  const files = globSync('{apps,libs,tools,bench,e2e}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /\b(node_modules|dist)\b/.test(path),
  });
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const imports = readImports(texts);
  const problems = [
    ...findCircles(imports).map((file) => `${file} is in a circle of imports.`),
    ...globSync('apps/*/src', { cwd: root }).flatMap((source) =>
      folderProblems(imports, source, readOrder(document, source)),
    ),
    ...files
      .filter((file) => /^apps\/[^/]+\/src\//.test(file) && !QUERIES.test(file))
      .filter((file) => texts.get(file)!.includes("from 'kysely'"))
      .map((file) => `${file} imports Kysely. Move its SQL to a repo.ts.`),
  ];
  return { passed: problems.length === 0, output: problems.join('\n') };
}

function readImports(texts: Map<string, string>): Imports {
  return new Map(
    [...texts].map(([file, text]) => {
      const paths = [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path]) =>
        join(dirname(file), path!),
      );
      return [file, paths.filter((path) => texts.has(path))];
    }),
  );
}

/** The paragraph after the one that names the folder: `a` < `b`, `c` < `d`. Folders of one step do not import each other. */
function readOrder(document: string, source: string): Map<string, number> {
  const paragraphs = document.split(/\n\s*\n/);
  const order = paragraphs.find(
    (text, i) => text.includes('` < `') && paragraphs[i - 1]?.includes(`\`${source}\``),
  );
  const steps = (order ?? '').split('<').map((step) => [...step.matchAll(/`([^`]+)`/g)]);
  return new Map(steps.flatMap((folders, step) => folders.map(([, folder]) => [nameOf(folder!), step])));
}

function folderProblems(imports: Imports, source: string, order: Map<string, number>): string[] {
  const problems = new Set<string>();
  for (const [file, paths] of imports) {
    if (!file.startsWith(`${source}/`) || file.endsWith('.test.ts')) continue;
    for (const path of paths) {
      const [from, to] = [file, path].map((each) => folderOf(each, source));
      if (!from || !to || from === to) continue;
      for (const folder of [from, to])
        if (!order.has(folder)) problems.add(`${DOCUMENT} does not list the folder ${folder} of ${source}.`);
      if (order.get(from)! <= order.get(to)!)
        problems.add(`${file} imports ${path}. In the order of ${DOCUMENT}, ${to} is not before ${from}.`);
    }
  }
  return [...problems];
}

/** Null for files at the top, which wire the folders, and for the database, which all may import. */
function folderOf(file: string, source: string): string | null {
  const [first, ...rest] = file.slice(source.length + 1).split('/');
  if (rest.length === 0 || first === 'db') return null;
  return first === 'features' ? rest[0]! : first!;
}

function nameOf(folder: string): string {
  return folder.replace(/^features\//, '');
}

/** Drops files that import nothing or that nothing imports until there are none: what is left is in circles or between them. */
function findCircles(imports: Imports): string[] {
  for (let left = new Set(imports.keys()); ;) {
    const importsOf = (file: string) => imports.get(file)!.filter((path) => left.has(path));
    const imported = new Set([...left].flatMap(importsOf));
    const next = new Set([...imported].filter((file) => importsOf(file).length > 0));
    if (next.size === left.size) return [...left].sort();
    left = next;
  }
}
