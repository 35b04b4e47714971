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
  const collector = createErrorCollector();
  for (const line of lines) collector.add(line);
  const error = new ProgramError({ program: 'pg_dump', reason, exitCode: reason === 'failed' ? 1 : null });
  return explainProgramError(error, collector.output(), login);
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
    'pg_dump failed because the disk is full. Nothing was kept. Free some space and try again.',
  ],
  [
    'a lost connection, which may be retried',
    ['pg_dump: error: query failed: server closed the connection unexpectedly'],
    'bad_gateway',
    'pg_dump lost its connection to main. Nothing was changed.',
  ],
  [
    'an error that echoes the password, without it',
    ['pg_dump: error: password "hunter2" is wrong'],
    'unprocessable',
    'pg_dump ended with exit code 1: password "•••" is wrong',
  ],
  ['no output', [], 'unprocessable', 'pg_dump ended with exit code 1: no reason given'],
])('explainProgramError reports %s', (_what, lines, kind, message) => {
  const failure = failureOf(lines) as AppError;
  expect(failure).toBeInstanceOf(AppError);
  expect([failure.kind, failure.message]).toEqual([kind, message]);
});

test('explainProgramError returns aborted programs and other errors unchanged', () => {
  expect(failureOf([], 'aborted')).toMatchObject({ name: 'ProgramError', reason: 'aborted' });
  const error = new Error('something else');
  expect(explainProgramError(error, {}, login)).toBe(error);
});
