import { conflict, notFound } from '@cairn/service';
import type { AppError } from '@cairn/service';

export function noSuchDelivery(): AppError {
  return notFound('report-mgmt.no_such_delivery', 'There is no such mail.');
}

/** One sentence for unknown, expired and replaced links: it tells nothing about others. */
export function noSuchLink(): AppError {
  return notFound(
    'report-mgmt.no_such_link',
    'This link does not work, or no longer. Links to reports end after some days. Ask the person who schedules the report to send it again.',
  );
}

export function notRepeatable(status: string): AppError {
  return conflict(
    'report-mgmt.delivery_not_repeatable',
    `This mail is ${status}. Only mails that are unknown, failed or rejected can be sent again.`,
  );
}

export function outputRemoved(): AppError {
  return conflict(
    'report-mgmt.output_removed',
    'The document of this run is no longer stored. Run the report again.',
  );
}
