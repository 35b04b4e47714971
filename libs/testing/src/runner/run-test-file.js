import { once } from 'node:events';
import { setTimeout } from 'node:timers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { jestExpect } from '@jest/expect';
import { addEventHandler, getState, run, setState } from 'jest-circus';
import './module-hooks.js';
import { openResources, traceResources } from './open-resources.js';

const EXIT_GRACE_MS = 5_000;

const [order] = await once(process, 'message');
// A test may wait for something that does not keep a process alive; a runner that is gone waits for nothing.
process.channel.ref();
process.once('disconnect', () => process.exit(1));
if (order.traceOpen) traceResources();
reportStrayErrors();

setState({
  ...getState(),
  testTimeout: order.testTimeout ?? 5_000,
  testNamePattern: order.testNamePattern ? new RegExp(order.testNamePattern, 'i') : null,
  randomize: order.randomize,
  seed: order.seed,
});
jestExpect.setState({ testPath: order.path });
addEventHandler(checkExpectations);

try {
  for (const file of order.setupFilesAfterEnv) await import(pathToFileURL(file));
  await import(pathToFileURL(order.path));
  const { testResults, unhandledErrors } = await run();
  // Failures of afterAll, and tests that are declared too late.
  for (const stack of unhandledErrors) await send({ error: plainError({ message: '', stack }) });
  await send({ tests: testResults.map(toAssertionResult) });
} catch (error) {
  await send({ error: plainError(error) });
}
setTimeout(async () => {
  await send({ open: openResources() });
  process.exit(1);
}, EXIT_GRACE_MS).unref();
process.channel.unref();

function send(message) {
  return new Promise((resolve) => process.send(message, resolve));
}

/** An error that no promise of a test catches fails the test that runs, else the file. */
function reportStrayErrors() {
  const rejections = new Map();
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
