import { existsSync, globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { repositoryRoot } from '../topology.ts';
import { runScript, type CheckResult } from './step.ts';

const compiler = 'node_modules/typescript-native/bin/tsc';
/** All that runs on Node with the settings of tsconfig.base.json, as one program: each by itself takes four times as long. */
const together = 'tsconfig.services.json';

/** Checks every tsconfig.json of the tree, or those below one project, with the native compiler. */
export async function checkTypes(below = ''): Promise<CheckResult> {
  const projects = below ? findProjects(below) : [together, ...findProjects('').filter(isApart)];
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

/** Whether a project is none of those that `together` names, or has settings of its own. */
function isApart(project: string): boolean {
  const config = JSON.parse(readFileSync(join(repositoryRoot, project), 'utf8')) as {
    extends?: string;
    compilerOptions?: object;
  };
  const base = /^(apps\/[^/]+|libs\/[^/]+|bench)\/tsconfig\.json$/.test(project);
  return !base || !config.extends?.endsWith('/tsconfig.base.json') || config.compilerOptions !== undefined;
}

if (import.meta.main) {
  const { passed, output } = await checkTypes(process.argv[2]);
  if (output) console.error(output);
  process.exit(passed ? 0 : 1);
}
