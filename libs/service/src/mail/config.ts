import { createMailer } from './smtp.ts';
import type { Mailer, MailerOptions } from './smtp.ts';
import { readMailbox, readSmtpUrl } from './smtp-url.ts';
import type { MailRecipient } from './types.ts';

/** How a service sends mail. */
export interface MailConfig {
  /** Address and login of the mail server; without it nothing is mailed. A secret. */
  smtpUrl?: string;
  /** Sender of mails. */
  mailFrom: MailRecipient;
  /** Envelope sender, which gets what mail servers return; that of mails unless set. */
  mailBounce?: string;
}

export interface MailEnvironment {
  SMTP_URL?: string;
  MAIL_FROM: string;
  MAIL_BOUNCE?: string;
}

/** The variables of mail, for the schema of a configuration. */
export function mailProperties(defaultFrom: string) {
  return {
    SMTP_URL: { type: 'string' },
    MAIL_FROM: { type: 'string', default: defaultFrom },
    MAIL_BOUNCE: { type: 'string' },
  };
}

/** @throws {ConfigError} with a sentence that names the variable and never contains the password */
export function readMailConfig({ SMTP_URL: url, MAIL_FROM, MAIL_BOUNCE }: MailEnvironment): MailConfig {
  if (url) readSmtpUrl(url);
  return {
    ...(url ? { smtpUrl: url } : {}),
    mailFrom: readMailbox('MAIL_FROM', MAIL_FROM),
    ...(MAIL_BOUNCE ? { mailBounce: readMailbox('MAIL_BOUNCE', MAIL_BOUNCE).address } : {}),
  };
}

/** Null without a mail server. */
export function createConfiguredMailer(
  { smtpUrl, mailFrom, mailBounce }: MailConfig,
  options: Pick<MailerOptions, 'maxBytes' | 'timeouts'>,
): Mailer | null {
  if (!smtpUrl) return null;
  return createMailer({
    ...{ ...options, url: smtpUrl, from: mailFrom },
    ...(mailBounce ? { bounce: mailBounce } : {}),
  });
}
