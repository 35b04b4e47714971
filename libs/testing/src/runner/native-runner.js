import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createEmptyTestResult } from '@jest/test-result';
import { formatExecError, formatResultsErrors } from 'jest-message-util';

const RUN_FILE = fileURLToPath(new URL('./run-test-file.js', import.meta.url));
/** Node's code cache: a service is compiled once, not once a file. */
const NODE_COMPILE_CACHE =
  process.env.NODE_COMPILE_CACHE ??
  fileURLToPath(new URL('../../../../node_modules/.cache/cairn-tests', import.meta.url));

/**
 * Runs each test file as native ES modules in a Node process of its own, with Node's type stripping. Jest's default
 * runner links every module of a service through `vm` again for every file, which takes longer than most tests.
 * A process that does not end after its last test fails its file: something was left open.
 */
export default class NativeRunner {
  #globalConfig;

  constructor(globalConfig) {
    this.#globalConfig = globalConfig;
  }

  async runTests(tests, watcher, onStart, onResult, onFailure) {
    const queue = [...tests];
    const work = async () => {
      for (let test = queue.shift(); test && !watcher.isInterrupted(); test = queue.shift()) {
        await onStart(test);
        try {
          await onResult(test, await this.#runFile(test));
        } catch (error) {
          await onFailure(test, error);
        }
      }
    };
    await Promise.all(Array.from({ length: this.#globalConfig.maxWorkers }, work));
  }

  async #runFile({ path, context: { config } }) {
    const start = Date.now();
    const { testNamePattern, testTimeout, randomize, seed, detectOpenHandles } = this.#globalConfig;
    const { setupFilesAfterEnv } = config;
    const order = { path, setupFilesAfterEnv, testNamePattern, testTimeout, randomize, seed };
    const { tests, errors } = await runInChild({ ...order, traceOpen: detectOpenHandles });
    if (tests.length === 0) throw errors[0] ?? withoutStack('A test file must contain at least one test.');
    const end = Date.now();
    return toTestResult({ path, config, globalConfig: this.#globalConfig, tests, errors, start, end });
  }
}

/** What the child reports. One that ends before it has reported its tests, or is killed, is an error of its file. */
function runInChild(order) {
  return new Promise((resolve, reject) => {
    const tests = [];
    const errors = [];
    const child = fork(RUN_FILE, {
      serialization: 'advanced',
      silent: true,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: { ...process.env, NODE_COMPILE_CACHE },
    });
    let finished = false;
    // Through the streams that Jest's reporters know of, so that they do not overwrite each other's lines.
    child.stdout.on('data', (text) => process.stdout.write(text));
    child.stderr.on('data', (text) => process.stderr.write(text));
    child.on('message', (message) => {
      if (message.error) errors.push(toError(message.error));
      if (message.tests) tests.push(...message.tests.map(withErrors));
      if (message.open) errors.push(leftOpen(message.open));
      finished ||= Boolean(message.error ?? message.tests);
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      const early = signal ? `was killed by ${signal}` : `ended early with exit code ${code}`;
      if (!finished || signal) errors.push(withoutStack(`The process of this file ${early}.`));
      resolve({ tests, errors });
    });
    child.send(order);
  });
}

function leftOpen(resources) {
  return withoutStack(
    `The process of this file did not end after its last test. It left open (--detectOpenHandles says where): ${resources}`,
  );
}

function withErrors(test) {
  return { ...test, failureDetails: test.failureDetails.map(toError) };
}

/** Jest prints causes and code frames of instances of Error alone. */
function toError({ message, stack, cause, errors }) {
  const error = new Error(message, cause && { cause: toError(cause) });
  return Object.assign(error, { stack }, errors && { errors: errors.map(toError) });
}

/** The runner's own lines say nothing to the reader of a report. */
function withoutStack(message) {
  return toError({ message, stack: message });
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
