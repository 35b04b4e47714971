import type { ReportMgmtSchemas } from '@cairn/contracts';
import { describeRule } from './describe-rule.ts';
import type { DescribedRun } from './describe-rule.ts';
import { toRuleFields } from './read-rule.ts';
import { toQuery } from './report-parameters.ts';
import type { ListedRuns } from './service.ts';
import type { ListedSchedule, RecipientResult, RecentRun, Schedule } from './types.ts';

type Schemas = ReportMgmtSchemas;

export function toSummaryBody({ schedule, runs, recipients }: ListedRuns): Schemas['ScheduleSummary'] {
  return {
    id: schedule.id,
    report_name: schedule.reportKey,
    report_title: schedule.reportTitle,
    datasource_name: schedule.datasource,
    format: schedule.format,
    filename: schedule.filename,
    enabled: schedule.enabled,
    noemail: schedule.noEmail,
    sentence: describeRule(schedule.rule, schedule.timeZone),
    time_zone: schedule.timeZone,
    next_run_at: schedule.nextRunAt?.toISOString() ?? null,
    last_run: toLastRun(runs[0]),
    history: runs.map(({ status }) => status).toReversed(),
    recipients: toRecipients(schedule, recipients),
    failures: schedule.failures,
    owner: schedule.owner,
    revision: schedule.revision,
    updated_at: schedule.updatedAt.toISOString(),
  };
}

export function toDetailsBody(listed: ListedRuns, ahead: DescribedRun[]): Schemas['ScheduleDetails'] {
  const { schedule } = listed;
  return {
    ...toSummaryBody(listed),
    fields: toFormFields(schedule),
    next_runs: ahead.map(toRunBody),
  };
}

export function toRunBody({ at, local, change, note }: DescribedRun): Schemas['ScheduleRun'] {
  return { at: at.toISOString(), local, change, note };
}

/** A stored schedule as the form that changes it sends it. */
function toFormFields(schedule: ListedSchedule): Record<string, string> {
  return {
    ...toRuleFields(schedule.rule),
    report_name: schedule.reportKey,
    datasource_name: schedule.datasource,
    format: schedule.format,
    filename: schedule.filename,
    enabled: toFlag(schedule.enabled),
    email: schedule.recipients.join(', '),
    email_subject: schedule.subject,
    email_body: schedule.body,
    email_template: schedule.templateId === null ? '' : String(schedule.templateId),
    url_opt_params: toQuery(schedule.parameters),
    noemail: toFlag(schedule.noEmail),
    time_zone: schedule.timeZone,
    grace_seconds: String(schedule.graceSeconds),
    attach: schedule.attach,
    revision: String(schedule.revision),
  };
}

function toFlag(value: boolean): string {
  return value ? '1' : '0';
}

function toLastRun(run: RecentRun | undefined): Schemas['ScheduleLastRun'] | null {
  if (!run) return null;
  return {
    execution_id: run.executionId,
    status: run.status,
    slot: run.slot.toISOString(),
    ended_at: run.endedAt?.toISOString() ?? null,
    email_status: run.emailStatus,
    error: run.error,
  };
}

function toRecipients({ recipients }: Schedule, results: RecipientResult[]): Schemas['ScheduleRecipient'][] {
  const last = new Map(results.map((result) => [result.address, result]));
  return recipients.map((address) => {
    const { status = null, at = null } = last.get(address) ?? {};
    return { address, status, at: at?.toISOString() ?? null };
  });
}
