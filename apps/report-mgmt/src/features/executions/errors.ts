import { AppError, conflict, forbidden, notFound, unprocessable } from '@cairn/service';
import { formatLocal } from '../deliveries/format.ts';

export function noSuchExecution(): AppError {
  return notFound('report-mgmt.no_such_execution', 'There is no such run, or you may not view its report.');
}

export function requesterGone(): AppError {
  return forbidden(
    'report-mgmt.requester_gone',
    'The person in whose name this runs no longer has an account, or it is disabled. Save the schedule again to take it over.',
  );
}

export function requesterMayNotView(name: string | null): AppError {
  return forbidden(
    'report-mgmt.requester_may_not_view',
    `${name ?? 'The person in whose name this runs'} may no longer view this report. Grant view on the report, or save the schedule again to take it over.`,
  );
}

export function reportGone(key: string): AppError {
  return notFound(
    'report-mgmt.report_gone',
    `There is no report "${key}" any more, or its definition has problems. Check the definition.`,
  );
}

export function noOutput(): AppError {
  return unprocessable('report-mgmt.no_output', 'The report produced no output.');
}

/** The engine's own sentence. */
export function engineRefused(message: string): AppError {
  return unprocessable('report-mgmt.engine_refused', message);
}

/** 502 and 503 of the engine: it, or what it needs, is away for the moment. */
export function engineAway(message: string): AppError {
  return new AppError({ kind: 'unavailable', code: 'report-mgmt.engine_away', message });
}

/** Why a run that waited for the engine gave up. */
export function gaveUp(until: Date, { timeZone, cause }: { timeZone: string; cause: string }): string {
  return `The report could not be run until ${formatLocal(until, timeZone)} (${timeZone}), and later it would be too late. The last reason: ${cause}`;
}

export function notCancellable(): AppError {
  return forbidden(
    'report-mgmt.not_cancellable',
    'Only administrators and the person who started a run can cancel it.',
  );
}

export function notYourDocument(): AppError {
  return forbidden(
    'report-mgmt.not_your_document',
    'Only administrators and the person a report ran for can download its document. Run the report yourself.',
  );
}

export function outputGone(status: string): AppError {
  return status === 'succeeded'
    ? notFound(
        'report-mgmt.output_gone',
        'The document of this run is no longer stored. Run the report again.',
      )
    : conflict('report-mgmt.no_document', `This run is ${status}, so it has no document.`);
}

export function mailForAdministrators(): AppError {
  return forbidden(
    'report-mgmt.mail_admin_only',
    'Only administrators can run a report again and mail it. Run it again without mail.',
  );
}

export function nothingToMail(): AppError {
  return conflict(
    'report-mgmt.nothing_to_mail',
    'This run was not mailed to anybody. Run it again without mail.',
  );
}
