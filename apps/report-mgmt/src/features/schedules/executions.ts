import type { NewExecution, PassedSlot } from '../executions/types.ts';
import type { DueSlots } from './slots.ts';
import type { ListedSchedule } from './types.ts';

/** How long a run that somebody waits for tries to reach a report engine that is away. */
const RUN_NOW_WAIT_MS = 300_000;

/** A copy of what the schedule says now: later changes do not concern it. It has the rights of the owner, also when another person started it. */
export function newExecution(
  schedule: ListedSchedule,
  { trigger, slot }: { trigger: 'schedule' | 'run_now' | 'test'; slot: Date },
): NewExecution {
  const { noEmail, recipients, subject, body, templateId, attach, graceSeconds } = schedule;
  const waitMs = trigger === 'schedule' ? graceSeconds * 1000 : RUN_NOW_WAIT_MS;
  return {
    ...requestOf(schedule, slot),
    trigger,
    retryUntil: new Date(slot.getTime() + waitMs),
    delivery: noEmail ? null : { recipients, subject, body, template_id: templateId, attach },
  };
}

export function missedSlots(schedule: ListedSchedule, missed: NonNullable<DueSlots['missed']>): PassedSlot {
  return {
    ...requestOf(schedule, missed.last),
    trigger: 'schedule',
    status: 'missed',
    missedCount: missed.count,
    errorCode: 'report-mgmt.slot_missed',
    error:
      missed.count === 1
        ? 'No worker was running when this run was due, and its grace time passed.'
        : `No worker was running when ${missed.count} runs were due, and they were not repeated.`,
  };
}

export function skippedSlot(schedule: ListedSchedule, slot: Date): PassedSlot {
  return {
    ...requestOf(schedule, slot),
    trigger: 'schedule',
    status: 'skipped',
    missedCount: null,
    errorCode: 'report-mgmt.slot_skipped',
    error: 'The run before was still going, so this one was skipped.',
  };
}

function requestOf(schedule: ListedSchedule, slot: Date) {
  return {
    scheduleId: schedule.id,
    slot,
    reportKey: schedule.reportKey,
    reportTitle: schedule.reportTitle,
    datasource: schedule.datasource,
    format: schedule.format,
    parameters: schedule.parameters,
    requestedBy: schedule.ownerId,
    requestedByName: schedule.owner,
    timeZone: schedule.timeZone,
    fileName: schedule.filename,
  };
}
