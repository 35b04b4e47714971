import type { DeliveryStatus, EmailStatus, ExecutionStatus } from '../../db/schema.ts';
import type { ScheduleRule } from './rule.ts';

/** Formats in which schedules may deliver a report. */
export const SCHEDULE_FORMATS = ['pdf', 'xlsx', 'csv', 'html', 'xls', 'docx'] as const;
export type ScheduleFormat = (typeof SCHEDULE_FORMATS)[number];

export const ATTACH_MODES = ['auto', 'file', 'link'] as const;
export type AttachMode = (typeof ATTACH_MODES)[number];

/** Fields of the form by their names, as text; what is absent was not sent. */
export type ScheduleForm = Readonly<Record<string, string | undefined>>;

/** A sentence for each field that cannot be saved. */
export type FieldErrors = Record<string, string>;

/** What a form says about a schedule. */
export interface ScheduleFields {
  reportKey: string;
  datasource: string;
  format: ScheduleFormat;
  /** As it was entered; documents get the extension of the format. */
  filename: string;
  rule: ScheduleRule;
  timeZone: string;
  enabled: boolean;
  /** Of the report, every value of each. */
  parameters: Record<string, string[]>;
  recipients: string[];
  subject: string;
  body: string;
  templateId: number | null;
  noEmail: boolean;
  attach: AttachMode;
  /** How late a run may begin. */
  graceSeconds: number;
}

export interface Schedule extends ScheduleFields {
  id: number;
  /** The person who saved it last: runs have that person's rights. */
  ownerId: number;
  owner: string;
  /** Null while it is paused, and when the rule names no more runs. */
  nextRunAt: Date | null;
  lastSlot: Date | null;
  /** Failed runs since the last that succeeded. */
  failures: number;
  revision: number;
  updatedAt: Date;
}

/** A schedule with what lists show of its report. */
export interface ListedSchedule extends Schedule {
  reportTitle: string;
}

/** What a write sets beside the fields. */
export interface SchedulePlan {
  ownerId: number;
  owner: string;
  nextRunAt: Date | null;
  lastSlot: Date | null;
}

export interface RecentRun {
  scheduleId: number;
  executionId: string;
  status: ExecutionStatus;
  slot: Date;
  endedAt: Date | null;
  emailStatus: EmailStatus;
  error: string | null;
}

export interface RecipientResult {
  scheduleId: number;
  address: string;
  status: DeliveryStatus;
  at: Date;
}

/** What lists show of the runs of one schedule. */
export interface RunSummary {
  /** Newest first. */
  runs: RecentRun[];
  recipients: RecipientResult[];
}

/** What came of an execution. */
export interface RunOutcome {
  status: ExecutionStatus;
  emailStatus: EmailStatus;
  outputName: string | null;
  error: string | null;
}
