import type { DeliveryPlan, EmailStatus, ExecutionStatus } from '../../db/schema.ts';

export type Trigger = 'schedule' | 'run_now' | 'test' | 'viewer';
export type { DeliveryPlan, EmailStatus, ExecutionStatus };

/** What a claimed slot, a press of Run now, a test or a viewer asks for. */
export interface NewExecution {
  trigger: Trigger;
  /** Null for runs of viewers. */
  scheduleId: number | null;
  /** The moment that the rule named, or that of Run now or a test; null for runs of viewers. */
  slot: Date | null;
  reportKey: string;
  reportTitle: string;
  datasource: string;
  format: string;
  parameters: Record<string, string[]>;
  /** Whose rights the run has. */
  requestedBy: number;
  requestedByName: string;
  timeZone: string;
  /** Name of the document, with or without the extension of the format. */
  fileName: string;
  /** Until when the run waits for a report engine that is away: the slot and its grace time, or some minutes from now. */
  retryUntil: Date;
  /** Null: nothing is mailed. */
  delivery: DeliveryPlan | null;
}

/** A slot that is not executed. */
export interface PassedSlot extends Omit<NewExecution, 'retryUntil' | 'delivery'> {
  status: 'skipped' | 'missed';
  /** How many slots the row stands for, with the status `missed`. */
  missedCount: number | null;
  errorCode: string;
  /** A sentence: why nothing ran. */
  error: string;
}

/** What the job of an execution needs to know. */
export interface Execution {
  id: string;
  trigger: Trigger;
  scheduleId: number | null;
  slot: Date | null;
  status: ExecutionStatus;
  reportKey: string;
  reportTitle: string;
  datasource: string;
  format: string;
  parameters: Record<string, string[]>;
  requestedBy: number | null;
  requestedByName: string | null;
  timeZone: string;
  jobId: number | null;
  outputName: string | null;
  retryUntil: Date | null;
  delivery: DeliveryPlan | null;
}

/** How an execution ended without a document. */
export interface ExecutionEnd {
  status: 'failed' | 'missed' | 'cancelled';
  code: string;
  /** A sentence for people. */
  message: string;
}

/** How a run went; the engine may not know all of it. */
export interface Figures {
  rows: number | null;
  pages: number | null;
  queuedMs: number | null;
  dbMs: number | null;
  renderMs: number | null;
  warnings: string[];
}

/** The document of an execution. */
export interface StoredOutput {
  object: string;
  name: string;
  mime: string;
  bytes: number;
  expiresAt: Date;
}

/** A run as people see it. */
export interface ExecutionRecord {
  id: string;
  jobId: number | null;
  scheduleId: number | null;
  trigger: Trigger;
  slot: Date | null;
  timeZone: string;
  status: ExecutionStatus;
  missedCount: number | null;
  reportKey: string;
  reportTitle: string;
  datasource: string;
  format: string;
  parameters: Record<string, string[]>;
  requestedBy: number | null;
  requestedByName: string | null;
  attempt: number;
  rows: number | null;
  pages: number | null;
  queuedMs: number | null;
  dbMs: number | null;
  renderMs: number | null;
  /** Of the document, or that which it would get. */
  fileName: string | null;
  outputObject: string | null;
  outputBytes: number | null;
  outputExpiresAt: Date | null;
  error: string | null;
  errorCode: string | null;
  warnings: string[];
  delivery: DeliveryPlan | null;
  emailStatus: EmailStatus;
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
}
