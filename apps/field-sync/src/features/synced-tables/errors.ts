import { AppError } from '@cairn/service';
import type { PlanItem, TargetFailure, TargetOutcome } from './types.ts';

/** Every failure of work in a target database; others are faults of our own. */
export class TargetError extends AppError {
  readonly outcome: TargetOutcome;
  /** What a person may decide, as in a plan. */
  readonly items: PlanItem[];

  constructor({ outcome, code, message, items = [] }: TargetFailure, cause?: unknown) {
    super({ kind: 'conflict', code, message, ...(cause === undefined ? {} : { cause }) });
    this.name = 'TargetError';
    this.outcome = outcome;
    this.items = items;
  }
}

/** Another run was applied since the state was read. */
export function stateMoved(expected: number, found: number): TargetError {
  return new TargetError({
    outcome: 'read_state',
    code: 'field_sync.state_moved',
    message: `Another run was applied in the meantime: the tables are at ${found} instead of ${expected}.`,
  });
}
