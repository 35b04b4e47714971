import { badRequest } from '@cairn/service';
import type { PlanChoices } from '../synced-tables/types.ts';

/**
 * Choices as the form of a plan sends them: each a JSON object with `item` and `option`.
 *
 * @throws {AppError} bad_request for anything else
 */
export function readChoices(values: readonly string[]): PlanChoices {
  return Object.fromEntries(
    values.map((text) => {
      const { item, option } = parse(text);
      return [item, { option }];
    }),
  );
}

function parse(text: string): { item: string; option: string } {
  try {
    const { item, option } = JSON.parse(text) as Record<string, unknown>;
    if (typeof item === 'string' && typeof option === 'string') return { item, option };
  } catch {
    // Reported below.
  }
  throw badRequest(
    'field_sync.choice_invalid',
    'A choice could not be read. Reload the page and choose again.',
  );
}
