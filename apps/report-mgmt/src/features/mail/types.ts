import type { MailContent } from '@cairn/service/mail';

/** What a template may name in double braces; each value is text that is ready for readers. */
export const MAIL_PLACEHOLDERS = [
  'report_title',
  'report_name',
  'slot_local',
  'slot_utc',
  'time_zone',
  'parameters',
  'row_count',
  'page_count',
  'file_name',
  'file_size',
  'download_link',
  'link_expires',
  'next_run',
  'recipient_name',
] as const;

export type MailPlaceholder = (typeof MAIL_PLACEHOLDERS)[number];

/** Values of a run; one that is absent or empty leaves out the lines that show nothing else. */
export type MailValues = Partial<Record<Exclude<MailPlaceholder, 'recipient_name'>, string>>;

export interface MailTemplate {
  /** Empty: the default subject. */
  subject: string;
  /** HTML or plain text; empty: the default body. */
  body: string;
}

export interface RenderedMail extends MailContent {
  /** What was taken out of the body, such as "script" and "remote picture", for the preview. */
  removed: string[];
}
