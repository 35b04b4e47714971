import type { MadeThing } from './types.ts';

const NOUNS: Record<MadeThing['step'], string> = {
  server: 'server',
  database: 'database',
  login: 'login',
  pglink: 'database link',
  project: 'project',
};

/** A sentence for people. */
export function describeMade(made: readonly MadeThing[]): string {
  if (made.length === 0) return 'Nothing has been created yet.';
  return `Created or started so far: ${made.map(({ step, name }) => `${NOUNS[step]} "${name}"`).join(', ')}.`;
}
