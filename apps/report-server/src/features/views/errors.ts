import { AppError, notFound } from '@cairn/service';
import { toViewBody } from './mapper.ts';
import type { View } from './types.ts';

/** The same words for a view that is missing and for one of another person. */
export function noSuchView(key: string): AppError {
  return notFound('report-server.no_such_view', `You have no view "${key}". Go back to the list.`);
}

/** For a view that was saved or deleted since the caller read it; the answer carries the view as it is now. */
export function viewStale(current: View | null): AppError {
  return new AppError({
    kind: 'conflict',
    code: 'report-server.view_stale',
    message: current
      ? `The view "${current.title}" was saved since you opened it. Reload it, or save under another key.`
      : 'The view was deleted since you opened it. Save it without a revision to create it again.',
    answer: { current: current && toViewBody(current) },
  });
}
