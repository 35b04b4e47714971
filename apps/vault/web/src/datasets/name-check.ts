const LONGEST = 200;
/** What the server takes as the name of a dataset; it names clones with `(Copy)`. */
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_. ()-]*[\p{L}\p{N}\p{M}_)-])?$/u;

export type NameProblem = 'missing' | 'long' | 'characters';

/** Which rule a name breaks, before the server is asked; null when it looks right. */
export function nameProblem(chosen: string): NameProblem | null {
  const name = chosen.normalize('NFC').trim();
  if (name === '') return 'missing';
  if (name.length > LONGEST) return 'long';
  return NAME.test(name) && !name.includes('..') ? null : 'characters';
}
