import type { DiffProblem } from '@cairn/geo';
import { badRequest, conflict, unprocessable } from '@cairn/service';
import type { AppError } from '@cairn/service';
import type { Version } from '../versions/types.ts';
import type { Comparison } from './types.ts';

const MAX_NAMES = 20;

/** The error of two versions that cannot be compared, with what to request instead. */
export function toDiffError(problem: DiffProblem, { before, after, layer, key }: Comparison): AppError {
  const number = { before: before.version, after: after.version };
  switch (problem.problem) {
    case 'no_layer': {
      const has = (['before', 'after'] as const).map(
        (side) => `version ${number[side]} has ${listed(problem.layers[side])}`,
      );
      const what = layer === null ? 'no layer in common' : `no layer "${layer}" in common`;
      return badRequest(
        'vault.no_such_layer',
        `The versions have ${what}: ${has.join(', ')}. Choose another pair or layer.`,
      );
    }
    case 'no_column':
      return badRequest(
        'vault.no_such_field',
        `There is no field "${key}" in version ${number[problem.missingIn]}. Choose one of: ${listed(problem.columns)}.`,
      );
    case 'no_key':
      return conflict('vault.no_key', `The rows of this layer have no key. ${suggestKeys(problem.keys)}.`);
    case 'empty':
    case 'repeated': {
      const why =
        problem.problem === 'empty' ? 'is empty in some features' : 'has the same value in several features';
      return conflict(
        'vault.key_not_unique',
        `The field "${key}" ${why} of version ${number[problem.in]}, so it does not identify them. ${suggestKeys(problem.keys)}.`,
      );
    }
  }
}

export function notComparable(version: Version): AppError {
  return version.type === 'raster'
    ? unprocessable(
        'vault.no_diff_of_rasters',
        'Rasters have no features to compare. View both versions side by side instead.',
      )
    : badRequest(
        'vault.not_stored_here',
        `The data of version ${version.version} is stored elsewhere. Compare versions whose files are stored in the vault.`,
      );
}

function suggestKeys(keys: string[]): string {
  return keys.length > 0
    ? `Compare by one of: ${listed(keys)}`
    : 'No field has unique values in both versions';
}

function listed(names: string[]): string {
  if (names.length === 0) return 'none';
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return names.length > MAX_NAMES ? `${shown}, …` : shown;
}
