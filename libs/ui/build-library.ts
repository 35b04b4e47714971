import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';
import { compressFile } from './compress-file.ts';

export interface Library {
  /** Module below the folder of the web app. */
  entry: string;
  /** The global that a plain script defines. */
  global: string;
  /** Folder below the build. */
  folder: string;
}

/**
 * Builds a script for other sites: `<name>.js` and `<name>.min.js` define a global, `<name>.esm.js` is a module, `<name>.d.ts` has
 * its types. It may import its own files only.
 */
export async function buildLibrary(
  root: string,
  outDir: string,
  { entry, global, folder }: Library,
): Promise<void> {
  const name = basename(entry, '.ts');
  const variants = [
    { file: `${name}.js`, format: 'iife', minify: false },
    { file: `${name}.min.js`, format: 'iife', minify: true },
    { file: `${name}.esm.js`, format: 'esm', minify: true },
  ] as const;
  for (const { file, format, minify } of variants) {
    const outfile = join(root, outDir, folder, file);
    await build({
      ...{ entryPoints: [join(root, entry)], outfile, format, minify },
      ...(format === 'iife' ? { globalName: global } : {}),
      ...{ bundle: true, target: 'es2020', logLevel: 'warning' },
    });
    compressFile(outfile);
  }
  writeFileSync(join(root, outDir, folder, `${name}.d.ts`), declarationsOf(join(root, entry)));
}

/** The declarations of a module and of the modules whose types it exports, in one file. */
function declarationsOf(entry: string): string {
  const text = readFileSync(entry, 'utf8');
  const { outputText } = ts.transpileDeclaration(text, { fileName: entry });
  const others = [...text.matchAll(/^export type \* from '(.*)';$/gm)].map(([, path]) =>
    declarationsOf(join(dirname(entry), path!)),
  );
  return [...others, outputText.replaceAll(/^(import|export type \*)[^;]*;\n/gm, '')].join('\n');
}
