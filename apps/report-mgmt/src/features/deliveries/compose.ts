import type { Storage } from '@cairn/files';
import { escapeHtml } from '@cairn/service';
import { composeMessage } from '@cairn/service/mail';
import type { MailMessage, Mailer } from '@cairn/service/mail';
import { renderMail } from '../mail/template.ts';
import type { MailValues, RenderedMail } from '../mail/types.ts';
import { formatLocal, formatSize } from './format.ts';
import { createLink } from './links.ts';
import type { MailSource, NewLink, Output } from './types.ts';

export interface ComposeDeps {
  mailer: Pick<Mailer, 'from' | 'maxBytes'>;
  storage: Pick<Storage, 'open'>;
  /** Public address of this service, such as https://maps.example.org/report-mgmt. */
  address: string;
  now(): Date;
}

export interface ComposedMail {
  message: MailMessage;
  /** Set when the mail has a link instead of the document. */
  link: NewLink | null;
}

/**
 * A mail with the document, or with a link to it: as the schedule says, and with `auto` a link where the encoded document is above
 * the limit. `withLink` decides for the link.
 */
export async function composeMail(
  deps: ComposeDeps,
  source: MailSource,
  { withLink = source.plan.attach === 'link' } = {},
): Promise<ComposedMail> {
  const { delivery, output } = source;
  if (delivery.purpose === 'failure_notice')
    return { message: await write(deps, source, renderNotice(deps, source)), link: null };
  if (!output) throw new Error('the execution has no document');
  if (withLink) return composeWithLink(deps, source, output);
  const message = await write(deps, source, render(source, toValues(source, output)), {
    fileName: output.name,
    type: output.mime,
    size: output.bytes,
    open: () => deps.storage.open(output.object),
  });
  const isTooLarge = message.size > deps.mailer.maxBytes;
  return isTooLarge && source.plan.attach === 'auto'
    ? composeWithLink(deps, source, output)
    : { message, link: null };
}

async function composeWithLink(deps: ComposeDeps, source: MailSource, output: Output): Promise<ComposedMail> {
  const { url, link } = createLink(deps.address, { now: deps.now(), outputExpiresAt: output.expiresAt });
  const values = {
    ...toValues(source, output),
    download_link: url,
    link_expires: `${formatLocal(link.expiresAt, source.timeZone)} (${source.timeZone})`,
  };
  const mail = render(source, values);
  return { message: await write(deps, source, mail.text.includes(url) ? mail : addLink(mail, values)), link };
}

/** A template of a schedule may not name the link, and without it the mail would be of no use. */
function addLink(
  mail: RenderedMail,
  { download_link: url = '', link_expires: expires = '' }: MailValues,
): RenderedMail {
  const html = `<p><a href="${escapeHtml(url)}">Download the report</a> until ${escapeHtml(expires)}</p>`;
  return {
    ...mail,
    text: `${mail.text}\nDownload the report until ${expires}:\n${url}\n`,
    html: mail.html.replace(/(?=<\/body>)/, `${html}\n`),
  };
}

function write(
  { mailer, now }: ComposeDeps,
  { delivery, recipientName }: MailSource,
  mail: Pick<RenderedMail, 'subject' | 'html' | 'text'>,
  attachment?: Parameters<typeof composeMessage>[0]['attachment'],
): Promise<MailMessage> {
  return composeMessage({
    id: delivery.id,
    from: mailer.from,
    to: { name: recipientName, address: delivery.address },
    mail,
    date: now(),
    ...(attachment ? { attachment } : {}),
  });
}

function render({ plan, template, delivery, recipientName }: MailSource, values: MailValues): RenderedMail {
  const mail = renderMail({
    template: {
      subject: plan.subject.trim() || (template?.subject ?? ''),
      body: plan.body.trim() || (template?.body ?? ''),
    },
    values,
    recipient: { name: recipientName, address: delivery.address },
  });
  return delivery.isTest ? { ...mail, subject: `Test: ${mail.subject}` } : mail;
}

function toValues(source: MailSource, output: Output): MailValues {
  const { slot, timeZone, rows, pages, nextRun } = source;
  return {
    report_title: source.reportTitle,
    report_name: source.reportKey,
    slot_local: formatLocal(slot, timeZone),
    slot_utc: `${formatLocal(slot, 'UTC')} UTC`,
    time_zone: timeZone,
    parameters: Object.entries(source.parameters)
      .map(([name, values]) => `${name}: ${values.join(', ')}`)
      .join('\n'),
    row_count: rows === null ? '' : String(rows),
    page_count: pages === null ? '' : String(pages),
    file_name: output.name,
    file_size: formatSize(output.bytes),
    next_run: nextRun ? formatLocal(nextRun, timeZone) : '',
  };
}

/** To the owner of a schedule that keeps failing. */
function renderNotice(
  { address }: ComposeDeps,
  { reportTitle, slot, timeZone, error, delivery }: MailSource,
): Pick<RenderedMail, 'subject' | 'html' | 'text'> {
  const lines = [
    `The last three scheduled runs of the report "${reportTitle}" failed. Nothing was mailed to its recipients.`,
    `The last of them, for ${formatLocal(slot, timeZone)} (${timeZone}): ${error ?? 'no reason is known.'}`,
    'Check the schedule, and run it again when the cause is removed.',
  ];
  const url = `${address}/history.php?run=${delivery.executionId}`;
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n');
  return {
    subject: `Report "${oneLine(reportTitle)}" keeps failing`,
    text: `${lines.join('\n\n')}\n\n${url}\n`,
    html: `<!doctype html>\n<html><head><meta charset="utf-8"></head><body>\n${paragraphs}\n<p><a href="${escapeHtml(url)}">Show the run</a></p>\n</body></html>\n`,
  };
}

function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim()
    .slice(0, 150);
}
