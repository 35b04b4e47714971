import { readFileSync } from 'node:fs';
import { createEmptyTestResult } from '@jest/test-result';
import { formatExecError, formatResultsErrors } from 'jest-message-util';
import { createTestProcess, withoutStack } from './test-process.js';

/** A file whose first comment says `@own-process` measures its process, or changes what cannot be restored. */
const OWN_PROCESS = /^\/\*\*(?:(?!\*\/)[^])*@own-process\b/;

/**
 * Runs test files as native ES modules, with Node's type stripping, in a Node process for each worker: files share
 * the modules of a service, which take longer to load than most tests take. Jest's default runner would link all of
 * them through `vm` again for every file.
 */
export default class NativeRunner {
  #globalConfig;

  constructor(globalConfig) {
    this.#globalConfig = globalConfig;
  }

  async runTests(tests, watcher, onStart, onResult, onFailure) {
    const queue = [...tests];
    const work = async () => {
      const testProcess = createTestProcess();
      for (let test = queue.shift(); test && !watcher.isInterrupted(); test = queue.shift()) {
        await onStart(test);
        try {
          await onResult(test, await this.#runFile(test, testProcess));
        } catch (error) {
          await onFailure(test, error);
        }
      }
      await testProcess.end();
    };
    await Promise.all(Array.from({ length: this.#globalConfig.maxWorkers }, work));
  }

  async #runFile({ path, context: { config } }, testProcess) {
    const start = Date.now();
    const { testNamePattern, testTimeout, randomize, seed, detectOpenHandles } = this.#globalConfig;
    const { setupFilesAfterEnv } = config;
    const order = {
      path,
      setupFilesAfterEnv,
      testNamePattern,
      testTimeout,
      randomize,
      seed,
      detectOpenHandles,
    };
    const alone = detectOpenHandles || OWN_PROCESS.test(readFileSync(path, 'utf8'));
    const { tests, errors } = await testProcess.run(order, { alone });
    if (tests.length === 0) throw errors[0] ?? withoutStack('A test file must contain at least one test.');
    const end = Date.now();
    return toTestResult({ path, config, globalConfig: this.#globalConfig, tests, errors, start, end });
  }
}

function toTestResult({ path, config, globalConfig, tests, errors, start, end }) {
  const empty = createEmptyTestResult();
  const count = (status) => tests.filter((test) => test.status === status).length;
  const failures = formatResultsErrors(tests, config, globalConfig, path) ?? '';
  const ofFile = errors.map((error) => formatExecError(error, config, globalConfig, path));
  const runtime = end - start;
  return {
    ...empty,
    console: undefined,
    displayName: config.displayName,
    failureMessage: [failures, ...ofFile].join('\n') || null,
    numFailingTests: count('failed'),
    numPassingTests: count('passed'),
    numPendingTests: count('pending'),
    numTodoTests: count('todo'),
    perfStats: { ...empty.perfStats, start, end, runtime, slow: runtime / 1000 > config.slowTestThreshold },
    skipped: errors.length === 0 && count('pending') === tests.length,
    testExecError: errors[0],
    testFilePath: path,
    testResults: tests,
  };
}
