import { expect, test } from '@jest/globals';
import { ProgramError } from '@cairn/programs';
import { AppError } from '@cairn/service';
import { createErrorCollector, explainProgramError } from './program-error.ts';

const login = {
  connectionId: 1,
  name: 'main',
  host: 'db',
  address: '127.0.0.1',
  port: 5432,
  sslmode: 'disable' as const,
  user: 'postgres',
  password: 'hunter2',
};

function failureOf(lines: string[], reason: 'failed' | 'killed' | 'aborted' = 'failed'): unknown {
  const listener = createErrorCollector();
  for (const line of lines) listener.hear(line);
  const error = new ProgramError({ program: 'pg_dump', reason, exitCode: reason === 'failed' ? 1 : null });
  return explainProgramError(error, listener.heard(), login);
}

test.each<[string, string[], string, string]>([
  [
    'the first error and its hint',
    [
      'pg_dump: last built-in OID is 16383',
      'pg_dump: error: query failed: ERROR:  permission denied for table t',
      'pg_dump: hint: Ask its owner.',
      'pg_dump: error: and another',
    ],
    'unprocessable',
    'pg_dump ended with exit code 1: query failed: ERROR:  permission denied for table t Hint: Ask its owner.',
  ],
  [
    'a full disk',
    ['pg_dump: error: could not write to file: No space left on device'],
    'unprocessable',
    'pg_dump found no room left on the disk; nothing was kept. Make room and try again.',
  ],
  [
    'a lost server, which may come back',
    ['pg_dump: error: query failed: server closed the connection unexpectedly'],
    'bad_gateway',
    'pg_dump lost its connection to main; nothing was changed.',
  ],
  [
    'a server that repeats the password',
    ['pg_dump: error: password "hunter2" is wrong'],
    'unprocessable',
    'pg_dump ended with exit code 1: password "•••" is wrong',
  ],
  ['silence', [], 'unprocessable', 'pg_dump ended with exit code 1: it did not say why'],
])('a failure tells of %s', (_what, lines, kind, message) => {
  const failure = failureOf(lines) as AppError;
  expect(failure).toBeInstanceOf(AppError);
  expect([failure.kind, failure.message]).toEqual([kind, message]);
});

test('a program that was called off, and what is no failure of a program, are left as they are', () => {
  expect(failureOf([], 'aborted')).toMatchObject({ name: 'ProgramError', reason: 'aborted' });
  const error = new Error('something else');
  expect(explainProgramError(error, {}, login)).toBe(error);
});
