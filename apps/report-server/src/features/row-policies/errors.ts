import { badRequest, conflict, notFound } from '@cairn/service';
import type { AppError } from '@cairn/service';

export const CONSTRAINTS = {
  row_policies_key: {
    code: 'report-server.policy_exists',
    message: 'This table has a row policy for this group already. Change that one.',
  },
};

export function noSuchPolicy(id: number): AppError {
  return notFound('report-server.no_such_policy', `There is no row policy ${id}. Load the list again.`);
}

export function policyStale(): AppError {
  return conflict(
    'report-server.policy_stale',
    'Someone else has changed this row policy. Load it again, then repeat your change.',
  );
}

export function noSuchGroup(id: number): AppError {
  return badRequest('report-server.no_such_group', `There is no group ${id}. Choose one from the list.`);
}
