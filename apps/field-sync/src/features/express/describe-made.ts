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
  if (made.length === 0) return 'Nothing was made yet.';
  return `Made so far, or begun: ${made.map(({ step, name }) => `${NOUNS[step]} "${name}"`).join(', ')}.`;
}
