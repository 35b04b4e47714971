import { existsSync, globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { repositoryRoot } from '../topology.ts';
import { runScript, type CheckResult } from './step.ts';

const compiler = 'node_modules/typescript-native/bin/tsc';

/** Checks every tsconfig.json of the tree, or those below one project, with the native compiler. */
export async function checkTypes(below = ''): Promise<CheckResult> {
  const projects = findProjects(below);
  const results: CheckResult[] = [];
  const check = async (): Promise<void> => {
    for (let project = projects.pop(); project; project = projects.pop()) {
      results.push(await runScript(compiler, ['--noEmit', '--pretty', 'false', '-p', project]));
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, check));
  const failed = results.filter(({ passed }) => !passed);
  return { passed: failed.length === 0, output: [...new Set(failed.map(({ output }) => output))].join('\n') };
}

function findProjects(below: string): string[] {
  const found = globSync(join(below, '**/tsconfig.json'), {
    cwd: repositoryRoot,
    exclude: (path) => /(^|\/)(node_modules|dist|\.data|\.nx)$/.test(path),
  });
  return found.filter((path) => existsSync(join(repositoryRoot, dirname(path)))).sort();
}

if (import.meta.main) {
  const { passed, output } = await checkTypes(process.argv[2]);
  if (output) console.error(output);
  process.exit(passed ? 0 : 1);
}
