import { styleText } from 'node:util';
import { tallyLine } from '../tally.ts';
import { deploymentProblems } from '../deploy/check.ts';
import { checkLockFile } from './lock-file.ts';
import { programCheck, type Check } from './step.ts';
import { checkTypes } from './types.ts';

/** `npm run check`: everything that text can tell, in seconds; ends with the count of checks. */
const checks: Check[] = [
  { name: 'Types', run: () => checkTypes() },
  programCheck(
    'Lint, layers and import cycles',
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
for (const check of checks) {
  const started = performance.now();
  const result = await check.run().catch((error: unknown) => ({ passed: false, output: String(error) }));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  tally[result.passed ? 'passed' : 'failed'] += 1;
  const mark = result.passed ? styleText('green', '✔') : styleText('red', '✘');
  console.log(`  ${mark} ${check.name.padEnd(46)} ${seconds.padStart(6)} s`);
  if (!result.passed) console.log([result.output, check.advice].filter(Boolean).join('\n'));
}
console.log(tallyLine(tally));
process.exit(tally.failed === 0 ? 0 : 1);
