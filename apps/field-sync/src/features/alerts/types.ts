import type { MailContent, MailRecipient } from '@cairn/service/mail';

/** How long alerts wait before they are mailed; in milliseconds. */
export interface AlertTimes {
  /** What fails within this time on one server is in one mail, and what passes within it in none. */
  gatherMs: number;
  /** A project is in step again when nothing was wrong for so long. */
  settleMs: number;
}

export interface AlertScope {
  /** Whether there is a publisher. */
  isPublishing: boolean;
}

export type AlertKind = 'failing' | 'in_step' | 'conflicts';

/** What a mail says about one project. */
export interface Alert {
  kind: AlertKind;
  projectId: number;
  project: string;
  serverId: number;
  server: string;
  /** User ids and mail addresses. */
  syncAdmins: string[];
  /** Why it fails; empty for the other kinds. */
  code: string;
  reason: string;
  since: Date;
  appliedVersion: string | null;
  appliedAt: Date | null;
  conflicts: number;
}

export interface NewMail extends MailContent {
  projectIds: number[];
  recipient: MailRecipient;
}

export interface AlertMail extends NewMail {
  id: string;
  status: 'queued' | 'sending' | 'sent' | 'rejected' | 'failed' | 'unknown';
  /** That have ended. */
  attempts: number;
  nextAttemptAt: Date | null;
  createdAt: Date;
}

export interface MailEnd {
  status: 'queued' | 'sent' | 'rejected' | 'failed' | 'unknown';
  reply: string;
  nextAttemptAt: Date | null;
  /** The worker stopped: the attempt does not count. */
  isUndone: boolean;
}
