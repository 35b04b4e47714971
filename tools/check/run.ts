import { styleText } from 'node:util';
import { tallyLine } from '../tally.ts';
import { deploymentProblems } from '../deploy/check.ts';
import { checkImports } from './imports.ts';
import { checkLockFile } from './lock-file.ts';
import { checkMessages } from './messages.ts';
import { programCheck, type Check, type CheckResult } from './step.ts';
import { checkTypes } from './types.ts';

/** `npm run check`: everything that needs no running service, in seconds; ends with the count of checks. */
const checks: Check[] = [
  { name: 'Types', run: () => checkTypes() },
  programCheck(
    'Lint and layers',
    ['node_modules/oxlint/bin/oxlint', '--deny-warnings'],
    'Most is mended by "npx oxlint --fix".',
  ),
  programCheck(
    'Format',
    ['node_modules/prettier/bin/prettier.cjs', '--check', '--cache', '--log-level', 'warn', '.'],
    'Run "npx prettier --write .".',
  ),
  programCheck(
    'Generated code is fresh',
    ['libs/contracts/generate.ts', '--check'],
    'Run "node libs/contracts/generate.ts".',
  ),
  programCheck('No dead exports, files or packages', [
    'node_modules/knip/bin/knip.js',
    '--no-progress',
    '--no-config-hints',
    '--include',
    'files,exports,types,duplicates',
  ]),
  { name: 'Order of folders, circles of imports, SQL in repos', run: checkImports },
  { name: 'Messages of the pages', run: checkMessages },
  { name: 'Lock file serves every platform', run: checkLockFile },
  {
    name: 'Deployment: objects, schemas, topology',
    run: async () => {
      const problems = await deploymentProblems();
      return { passed: problems.length === 0, output: problems.join('\n') };
    },
  },
];

const tally = { passed: 0, failed: 0 };
const waiting = [...checks];
// Two at a time: most of them use one processor only.
await Promise.all([runWaiting(), runWaiting()]);
console.log(tallyLine(tally));
process.exit(tally.failed === 0 ? 0 : 1);

async function runWaiting(): Promise<void> {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const started = performance.now();
    const result = await check.run().catch((error: unknown) => ({ passed: false, output: String(error) }));
    report(check, result, (performance.now() - started) / 1000);
  }
}

function report(check: Check, { passed, output }: CheckResult, seconds: number): void {
  tally[passed ? 'passed' : 'failed'] += 1;
  const mark = passed ? styleText('green', '✔') : styleText('red', '✘');
  console.log(`  ${mark} ${check.name.padEnd(52)} ${seconds.toFixed(1).padStart(6)} s`);
  if (!passed) console.log([output, check.advice].filter(Boolean).join('\n'));
}
