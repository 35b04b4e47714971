import { conflict, notFound, unprocessable } from '@cairn/service';
import type { AppError } from '@cairn/service';

export function noSuchProject(id: number): AppError {
  return notFound('field_sync.no_such_project', `There is no project ${id}.`);
}

export function runOpen(): AppError {
  return conflict(
    'field_sync.run_open',
    'A run of this project is queued or under way. Wait until it has ended, or stop the project.',
  );
}

export function noSuchPlan(id: number): AppError {
  return notFound('field_sync.no_such_plan', `There is no plan ${id}.`);
}

export function planDecided(): AppError {
  return conflict(
    'field_sync.plan_decided',
    'This plan was decided or replaced by a newer one. Reload the page and look at the newest plan.',
  );
}

export function projectStopped(): AppError {
  return conflict('field_sync.project_stopped', 'The project was stopped before this run applied anything.');
}

export function packageMissing(path: string, version: string): AppError {
  return unprocessable(
    'field_sync.package_missing',
    `Version ${version} of the project has no file ${path}. Nothing was changed. Put the GeoPackage back, or choose another one in the settings.`,
  );
}
