import { badRequest, forbidden } from '@cairn/service';
import type { AppError } from '@cairn/service';
import { suggestionOf } from '../catalogue/find-table.ts';

/** `place` is where in the request: `filter.and[2].value`. */
export function badPlace(place: string, sentence: string): AppError {
  return badRequest('report-server.bad_query', `${place}: ${sentence}`);
}

export function badValue(place: string, sentence: string): AppError {
  return badRequest('report-server.bad_value', `${place}: ${sentence}`);
}

export function unknownWord(
  place: string,
  what: string,
  written: unknown,
  known: readonly string[],
): AppError {
  const text = String(written);
  return badPlace(place, `there is no ${what} "${text}". ${suggestionOf(text, [...known])}`.trim());
}

export function policyDoesNotFit(schema: string, table: string): AppError {
  return forbidden(
    'report-server.policy_broken',
    `A row policy of ${schema}.${table} no longer fits its columns, so nothing of it can be read. Ask an administrator to correct the policy.`,
  );
}

export function foreignCursor(): AppError {
  return badRequest(
    'report-server.bad_cursor',
    'cursor: it belongs to another query, or is damaged. Start again without a cursor.',
  );
}
