import { badRequest } from '@cairn/service';
import type { ScheduleForm } from './types.ts';

const ACTIONS = ['create', 'update', 'delete', 'run_now'] as const;
type ScheduleActionName = (typeof ACTIONS)[number];

/** @throws {AppError} bad_request unless exactly one of the actions is `1` */
export function chooseAction(form: ScheduleForm): ScheduleActionName {
  const chosen = ACTIONS.filter((name) => form[name] === '1');
  if (chosen.length === 1) return chosen[0]!;
  throw badRequest(
    'report-mgmt.schedule_action_unclear',
    `Send exactly one of ${ACTIONS.map((name) => `${name}=1`).join(', ')}.`,
  );
}
