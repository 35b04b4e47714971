import { AppError, badRequest, conflict, forbidden, notFound } from '@cairn/service';
import { toDashboardBody } from './mapper.ts';
import type { OpenDashboard } from './types.ts';

/** The same words for a dashboard that is missing and for one that the caller may not view. */
export function noSuchDashboard(owner: string, key: string): AppError {
  return notFound(
    'report-server.no_such_dashboard',
    `There is no dashboard "${owner}/${key}" that you may view. Go back to the list.`,
  );
}

export function dashboardClosed(what: 'edit' | 'delete'): AppError {
  return forbidden(
    'report-server.dashboard_closed',
    `You may not ${what} this dashboard. Ask its owner for the permission.`,
  );
}

export function dashboardExists(key: string): AppError {
  return conflict(
    'report-server.dashboard_exists',
    `You have a dashboard "${key}" already. Open it, or choose another key.`,
  );
}

export function dashboardStale(current: OpenDashboard): AppError {
  return new AppError({
    kind: 'conflict',
    code: 'report-server.dashboard_stale',
    message: `The dashboard "${current.dashboard.title}" was saved since you opened it. Reload it and repeat your change.`,
    answer: { current: toDashboardBody(current) },
  });
}

/** `place` is a path such as `layout[2].widget`. */
export function badDashboard(place: string, sentence: string): AppError {
  return badRequest('report-server.bad_dashboard', `${place}: ${sentence}`);
}
