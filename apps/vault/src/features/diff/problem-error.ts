import type { DiffProblem } from '@cairn/geo';
import { badRequest, conflict } from '@cairn/service';
import type { AppError } from '@cairn/service';
import type { Comparison } from './service.ts';

const MAX_NAMES = 20;

/** Why two versions could not be compared, and what to ask instead. */
export function problemError(found: DiffProblem, { before, after, layer, key }: Comparison): AppError {
  const number = { before: before.version, after: after.version };
  switch (found.problem) {
    case 'no_layer': {
      const has = (['before', 'after'] as const).map(
        (side) => `version ${number[side]} has ${listed(found.layers[side])}`,
      );
      const what = layer === null ? 'no layer in common' : `no layer "${layer}" in common`;
      return badRequest(
        'vault.no_such_layer',
        `The versions have ${what}: ${has.join(', ')}; choose another pair or layer.`,
      );
    }
    case 'no_column':
      return badRequest(
        'vault.no_such_field',
        `There is no field "${key}" in version ${number[found.missingIn]}; choose one of: ${listed(found.columns)}.`,
      );
    case 'no_key':
      return conflict('vault.no_key', `The rows of this layer have no key; ${proposal(found.keys)}.`);
    case 'empty':
    case 'repeated': {
      const why =
        found.problem === 'empty' ? 'is empty in some features' : 'has the same value in several features';
      return conflict(
        'vault.key_not_unique',
        `The field "${key}" ${why} of version ${number[found.in]}, so that it does not tell them apart; ${proposal(found.keys)}.`,
      );
    }
  }
}

function proposal(keys: string[]): string {
  return keys.length > 0
    ? `compare by one of: ${listed(keys)}`
    : 'no field of both versions has a value of its own in every feature';
}

function listed(names: string[]): string {
  if (names.length === 0) return 'none';
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return names.length > MAX_NAMES ? `${shown}, …` : shown;
}
