import { badRequest, conflict, notFound, unavailable, unprocessable } from '@cairn/service';
import type { AppError } from '@cairn/service';
import type { PollResult } from '../providers/types.ts';

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

export const PROJECT_STOPPED = 'field_sync.project_stopped';

export function projectStopped(): AppError {
  return conflict(PROJECT_STOPPED, 'The project was stopped before this run applied anything.');
}

export function unknownChoice(item: string): AppError {
  return badRequest(
    'field_sync.unknown_choice',
    `The plan has no such choice for "${item}". Reload the page.`,
  );
}

/** Of several workers on one project, one continues; the others try again later. */
export function stateMoved(): AppError {
  return unavailable(
    'field_sync.state_moved',
    'Other runs changed the tables several times while this one compared them. It is tried again.',
  );
}

/** @param result what the provider said of the project; nothing where it did not mention it */
export function projectUnavailable(result: Extract<PollResult, { problem: string }> | undefined): AppError {
  const { problem, sentence } = result ?? {
    problem: 'missing',
    sentence:
      'The provider does not have this project any more. Check its name on the provider, and that the account may see it.',
  };
  return unprocessable(`field_sync.project_${problem}`, sentence);
}

/** The provider has not said yet which version counts, such as for a folder that is being written to. */
export function versionUnknown(): AppError {
  return unavailable(
    'field_sync.version_unknown',
    'The project is still changing at the provider, so no version of it is complete yet. It is tried again.',
  );
}

/** Someone removed the file from the storage. */
export function packageLost(): AppError {
  return unavailable(
    'field_sync.package_lost',
    'The package that was fetched is no longer in the storage. It is fetched again.',
  );
}
