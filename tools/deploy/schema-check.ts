import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../topology.ts';
import type { Manifest } from './manifests.ts';

type ModelClass = new (data: unknown) => { validate(): void };

/**
 * Holds objects against the schemas of the Kubernetes API (package kubernetes-models, made from the API's own
 * OpenAPI): values and required fields by its validators, misspelt fields by the compiler, whose check of object
 * literals knows every field's name.
 */
export async function schemaProblems(manifests: Manifest[]): Promise<string[]> {
  const problems: string[] = [];
  for (const manifest of manifests) problems.push(...(await valueProblems(manifest)));
  return [...problems, ...fieldProblems(manifests)];
}

async function valueProblems(manifest: Manifest): Promise<string[]> {
  const models = (await import(modulePath(manifest))) as Record<string, ModelClass>;
  const Model = models[manifest.kind];
  if (!Model) return [`${label(manifest)}: the Kubernetes API has no such kind.`];
  try {
    new Model(manifest).validate();
    return [];
  } catch (error) {
    return [`${label(manifest)}: ${(error as Error).message}`];
  }
}

function fieldProblems(manifests: Manifest[]): string[] {
  const folder = mkdtempSync(join(repositoryRoot, 'node_modules', '.cairn-manifests-'));
  try {
    const lines = manifests.map((manifest, index) => {
      const type = `import('${modulePath(manifest)}').I${manifest.kind}`;
      return `export const manifest${index}: ${type} = ${JSON.stringify(manifest)};`;
    });
    writeFileSync(join(folder, 'manifests.ts'), lines.join('\n'));
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          noEmit: true,
          skipLibCheck: true,
          module: 'esnext',
          moduleResolution: 'bundler',
          types: [],
        },
        files: ['manifests.ts'],
      }),
    );
    const compiler = join(repositoryRoot, 'node_modules/typescript-native/bin/tsc');
    execFileSync(process.execPath, [compiler, '--pretty', 'false', '-p', folder], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return [];
  } catch (error) {
    return compilerProblems(error as { stdout?: string; message: string }, manifests);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Turns `manifests.ts(7,33): error …` into a sentence that names the object on line 7. */
function compilerProblems(error: { stdout?: string; message: string }, manifests: Manifest[]): string[] {
  const lines = (error.stdout ?? '').split('\n').filter((line) => line.includes('error'));
  if (lines.length === 0) return [error.message];
  return lines.map((line) => {
    const found = /\((\d+),\d+\): error \w+: (.*)/.exec(line);
    const manifest = found && manifests[Number(found[1]) - 1];
    return manifest ? `${label(manifest)}: ${found[2]}` : line;
  });
}

function modulePath({ apiVersion, kind }: Manifest): string {
  return `kubernetes-models/${apiVersion}/${kind}`;
}

export function label({ kind, metadata }: Manifest): string {
  return `${kind}/${metadata.name}`;
}
