import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { jestExpect } from '@jest/expect';
import { addEventHandler, getState, resetState, run, setState } from 'jest-circus';
import { jest } from './jest-globals.js';
import './module-hooks.js';
import { resourcesLeftOpen, traceResources } from './open-resources.js';
import { saveProcessState } from './process-state.js';

const JEST_MATCHERS = Symbol.for('$$jest-matchers-object');

// Keeps the process alive between files, and while a test waits for something that does not.
process.on('message', runFile);
process.once('disconnect', () => process.exit());
reportStrayErrors();
addEventHandler(checkExpectations);
const restoreProcess = saveProcessState();

async function runFile(order) {
  resetJest(order);
  if (order.detectOpenHandles) traceResources();
  const messages = await runTests(order);
  jest.useRealTimers();
  jest.restoreAllMocks();
  for (const message of messages) await send(message);
  const open = await resourcesLeftOpen();
  if (!open) restoreProcess();
  await send({ open, rss: process.memoryUsage.rss() });
}

async function runTests({ setupFilesAfterEnv, path }) {
  try {
    // Modules are cached: with a query, set-up files take effect for each test file.
    for (const setUp of setupFilesAfterEnv)
      await import(`${pathToFileURL(setUp)}?for=${pathToFileURL(path)}`);
    await import(pathToFileURL(path));
    const { testResults, unhandledErrors } = await run();
    // Failures of afterAll, and tests that are declared too late.
    const errors = unhandledErrors.map((stack) => ({ error: plainError({ message: '', stack }) }));
    return [...errors, { tests: testResults.map(toAssertionResult) }];
  } catch (error) {
    return [{ error: plainError(error) }];
  }
}

function resetJest({ path, testTimeout = 5_000, testNamePattern, randomize, seed }) {
  resetState();
  setState({
    ...getState(),
    testTimeout,
    testNamePattern: testNamePattern ? new RegExp(testNamePattern, 'i') : null,
    randomize,
    seed,
  });
  jest.setTimeout(undefined);
  jestExpect.setState({ testPath: path, currentTestName: undefined, suppressedErrors: [] });
  globalThis[JEST_MATCHERS].customEqualityTesters = [];
}

function send(message) {
  return new Promise((resolve) => process.send(message, resolve));
}

/** An error that no promise of a test catches fails the test that runs, else the file. */
function reportStrayErrors() {
  const rejections = new WeakMap();
  process.on('uncaughtException', report);
  process.on('unhandledRejection', (error, promise) => rejections.set(promise, report(error)));
  // Some promises are only awaited a moment after they were rejected.
  process.on('rejectionHandled', (promise) => rejections.get(promise)?.());
}

function report(error) {
  const { errors } = getState().currentlyRunningTest ?? {};
  if (!errors) return void send({ error: plainError(error) });
  errors.push(error);
  return () => errors.splice(errors.indexOf(error), 1);
}

async function checkExpectations({ name, test }) {
  if (name === 'test_start') jestExpect.setState({ currentTestName: nameOf(test) });
  // Node reports a rejection without a handler, and one that is caught late, a turn of its event loop later.
  if (name === 'test_fn_success' || name === 'test_fn_failure') await nextTurn();
  if (name !== 'test_done') return;
  const { suppressedErrors } = jestExpect.getState();
  jestExpect.setState({ suppressedErrors: [] });
  test.errors.push(...suppressedErrors);
  test.errors.push(...jestExpect.extractExpectedAssertionsErrors().map(({ error }) => error));
}

function nameOf({ name, parent }) {
  return parent?.parent ? `${nameOf(parent)} ${name}` : name;
}

function toAssertionResult(result) {
  const path = result.testPath.slice(1);
  const {
    status,
    errors: failureMessages,
    errorsDetailed,
    duration,
    startedAt,
    invocations,
    location,
  } = result;
  return {
    ancestorTitles: path.slice(0, -1),
    title: path.at(-1),
    fullName: path.join(' '),
    status: statusOf(status, failureMessages),
    duration,
    startedAt,
    invocations,
    location,
    failureMessages,
    failureDetails: errorsDetailed.map(plainError),
    failing: result.failing,
    numPassingAsserts: result.numPassingAsserts,
    retryReasons: [],
  };
}

function statusOf(status, failures) {
  if (status === 'skip') return 'pending';
  if (status === 'todo') return 'todo';
  return failures.length > 0 ? 'failed' : 'passed';
}

/** What Jest prints of an error, in a form that can be sent. */
function plainError(error) {
  const { message = String(error), stack = message, cause, errors } = error ?? {};
  // Circus wraps what is no error, such as a timeout, in one that names the place of the test as its cause.
  if (cause && cause.message === message) return plainError(cause);
  return {
    message,
    stack: String(stack).replaceAll(/\n.*\/testing\/src\/runner\/.*/g, ''),
    ...(cause === undefined ? {} : { cause: plainError(cause) }),
    ...(Array.isArray(errors) ? { errors: errors.map(plainError) } : {}),
  };
}
