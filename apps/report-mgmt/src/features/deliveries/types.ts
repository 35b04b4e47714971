import type { DeliveryPlan, DeliveryPurpose, DeliveryStatus } from '../../db/schema.ts';

export type { DeliveryPurpose, DeliveryStatus };

export interface Delivery {
  id: string;
  executionId: string;
  /** Whether the execution is a test: the mail says so, and counts neither for nor against the address. */
  isTest: boolean;
  address: string;
  purpose: DeliveryPurpose;
  status: DeliveryStatus;
  attempts: number;
  nextAttemptAt: Date | null;
}

/** The stored document of an execution. */
export interface Output {
  object: string;
  name: string;
  mime: string;
  bytes: number;
  /** The links to it end with it. */
  expiresAt: Date;
}

/** What a mail says and has. */
export interface MailSource {
  delivery: Delivery;
  /** Empty when only the address is known. */
  recipientName: string;
  plan: DeliveryPlan;
  /** Subject and body of the template that the schedule chose, while it exists. */
  template: { subject: string; body: string } | null;
  reportKey: string;
  reportTitle: string;
  /** In whose name the report ran. */
  requestedBy: number | null;
  parameters: Record<string, string[]>;
  slot: Date;
  timeZone: string;
  rows: number | null;
  pages: number | null;
  error: string | null;
  /** Null without a document, or when it was removed. */
  output: Output | null;
  nextRun: Date | null;
}

/** A link to a document: its secret is in the mail alone. */
export interface NewLink {
  sha256: string;
  expiresAt: Date;
}

/** How an attempt ended, for the row. */
export interface AttemptEnd {
  status: Exclude<DeliveryStatus, 'sending' | 'suppressed'>;
  code: number | null;
  reply: string;
  /** Whether the server refused the address itself. */
  isHardBounce: boolean;
  /** For `queued`. */
  nextAttemptAt: Date | null;
  /** The attempt does not count. */
  isUndone?: boolean;
}

/** What the page of a link shows. */
export interface LinkedOutput extends Output {
  deliveryId: string;
  address: string;
  reportKey: string;
  reportTitle: string;
  /** In whose name the report ran. */
  requestedBy: number | null;
  /** Of the run, for times on the page. */
  timeZone: string;
  linkExpiresAt: Date;
}

/** A mail as people see it. */
export interface DeliveryRecord {
  id: string;
  address: string;
  purpose: DeliveryPurpose;
  status: DeliveryStatus;
  attempts: number;
  nextAttemptAt: Date | null;
  code: number | null;
  /** What the mail server said, or why nothing was sent. */
  reply: string | null;
  linkExpiresAt: Date | null;
  downloads: number;
  sentAt: Date | null;
  updatedAt: Date;
}
