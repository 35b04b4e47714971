import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Writes what a Jest run counted to `$CAIRN_TEST_COUNTS/<project>-<pid>.json`, from which `npm test` sums its
 * last line. A test file that could not run at all is one failure, or a syntax error would count as nothing.
 */
export default class CountReporter {
  onRunComplete(contexts, results) {
    const folder = process.env.CAIRN_TEST_COUNTS;
    if (!folder) return;
    const project = basename([...contexts][0]?.config.rootDir ?? 'unknown');
    const counts = {
      project,
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
    };
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${project}-${process.pid}.json`), JSON.stringify(counts));
  }
}
