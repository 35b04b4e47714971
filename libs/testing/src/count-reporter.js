import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

/**
 * Writes what a Jest run counted, and the message of each failure, to `$CAIRN_TEST_COUNTS/<project>-<pid>.json`,
 * from which `npm test` sums its last lines. A test file that could not run at all is one failure, or a syntax
 * error would count as nothing.
 */
export default class CountReporter {
  onRunComplete(contexts, results) {
    const folder = process.env.CAIRN_TEST_COUNTS;
    if (!folder) return;
    const rootDir = [...contexts][0]?.config.rootDir ?? 'unknown';
    const project = basename(rootDir);
    const counts = {
      project,
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
      failures: results.testResults
        .filter((file) => file.failureMessage)
        .map((file) => `${relative(rootDir, file.testFilePath)}\n${file.failureMessage}`),
    };
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${project}-${process.pid}.json`), JSON.stringify(counts));
  }
}
