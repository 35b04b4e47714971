import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const RUN_FILE = fileURLToPath(new URL('./run-test-file.js', import.meta.url));
/** Node's code cache: a service is compiled once, not once a process. */
const NODE_COMPILE_CACHE =
  process.env.NODE_COMPILE_CACHE ??
  fileURLToPath(new URL('../../../../node_modules/.cache/cairn-tests', import.meta.url));
const MAX_FILES = 20;
const MAX_RSS_BYTES = 700 * 1024 * 1024;

/**
 * Runs test files one after the other in a Node process. The process is replaced after a failure, after a number of
 * files, and when it has grown large. A file that runs `alone` gets a process of its own.
 */
export function createTestProcess() {
  let child = null;
  let files = 0;

  async function end() {
    const ending = child;
    child = null;
    files = 0;
    if (!ending || hasExited(ending)) return;
    if (ending.connected) ending.disconnect();
    const [, signal] = await once(ending, 'exit');
    if (signal) throw endedEarly(null, signal);
  }

  async function run(order, { alone = false } = {}) {
    if (alone || (child && hasExited(child))) await end();
    child ??= start();
    files += 1;
    const { tests, errors, rss } = await runInChild(child, order);
    const failed = errors.length > 0 || tests.some(({ status }) => status === 'failed');
    if (failed || alone || files === MAX_FILES || rss > MAX_RSS_BYTES) {
      await end().catch((error) => errors.push(error));
    }
    return { tests, errors };
  }

  return { run, end };
}

function start() {
  const child = fork(RUN_FILE, {
    serialization: 'advanced',
    silent: true,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { ...process.env, NODE_COMPILE_CACHE },
  });
  // Through the streams that Jest's reporters know of, so that they do not overwrite each other's lines.
  child.stdout.on('data', (text) => process.stdout.write(text));
  child.stderr.on('data', (text) => process.stderr.write(text));
  return child;
}

/** What the child reports of one file. */
function runInChild(child, order) {
  return new Promise((resolve, reject) => {
    const tests = [];
    const errors = [];
    const finish = (rss) => {
      child.off('message', receive).off('exit', exit).off('error', reject);
      resolve({ tests, errors, rss });
    };
    const receive = (message) => {
      if (message.error) errors.push(toError(message.error));
      if (message.tests) tests.push(...message.tests.map(withErrors));
      if (message.open) errors.push(leftOpen(message.open));
      if (message.rss) finish(message.rss);
    };
    const exit = (code, signal) => {
      errors.push(endedEarly(code, signal));
      finish(0);
    };
    child.on('message', receive).on('exit', exit).on('error', reject);
    child.send(order);
  });
}

function hasExited({ exitCode, signalCode }) {
  return exitCode !== null || signalCode !== null;
}

function endedEarly(code, signal) {
  const early = signal ? `was killed by ${signal}` : `ended early with exit code ${code}`;
  return withoutStack(`The process of this file ${early}.`);
}

function leftOpen(resources) {
  return withoutStack(
    `This file left open after its last test (--detectOpenHandles shows where it was opened): ${resources}`,
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
export function withoutStack(message) {
  return toError({ message, stack: message });
}
