import { availableParallelism } from 'node:os';
import { runScript, type CheckResult } from './step.ts';

const COMPILER = 'node_modules/typescript-native/bin/tsc';
/** As few programs as their settings allow: a program for each app and library takes four times as long. */
const CONFIGS = ['tsconfig.services.json', 'tsconfig.web.json', 'tools/tsconfig.json', 'e2e/tsconfig.json'];

/** Checks the types of the whole tree with the native compiler. */
export async function checkTypes(): Promise<CheckResult> {
  const waiting = [...CONFIGS];
  const results: CheckResult[] = [];
  const check = async (): Promise<void> => {
    for (let config = waiting.shift(); config; config = waiting.shift()) {
      results.push(await runScript(COMPILER, ['--noEmit', '--pretty', 'false', '-p', config]));
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, check));
  const failed = results.filter(({ passed }) => !passed);
  return { passed: failed.length === 0, output: [...new Set(failed.map(({ output }) => output))].join('\n') };
}
