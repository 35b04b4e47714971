import type { Response } from 'express';
import type { ParsedMail } from 'mailparser';
import { escapeHtml } from '@cairn/service/html';
import type { MailSummary } from './mail-store.ts';

interface Page {
  title: string;
  /** HTML. */
  body: string;
}

export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The HTML of a mail: no scripts, nothing is loaded; its links open in a tab of their own. */
export const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

export function sendPage(response: Response, status: number, { title, body }: Page): void {
  response.status(status).type('html').set('content-security-policy', PAGE_POLICY).send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Cairn</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 1.5rem auto; max-width: 64rem; padding-inline: 1rem; }
  h1 { font-size: 1.5rem; margin: 0 0 1rem; overflow-wrap: anywhere; }
  h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
  .scroll { overflow-x: auto; }
  table { border-collapse: collapse; width: 100%; }
  th, td { border-bottom: 1px solid #8886; padding: .4rem .75rem .4rem 0; text-align: left; vertical-align: top; }
  @media (min-width: 48em) { td:first-child { white-space: nowrap; } }
  dl { display: grid; gap: .25rem 1rem; grid-template-columns: max-content 1fr; margin: 0; overflow-wrap: anywhere; }
  dt { font-weight: 600; }
  dd { margin: 0; }
  pre { border: 1px solid #8886; margin: 0; overflow-x: auto; padding: .75rem; white-space: pre-wrap; overflow-wrap: anywhere; }
  iframe { background: #fff; border: 1px solid #8886; height: 32rem; resize: vertical; width: 100%; }
</style>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`);
}

export function listPage(mails: readonly MailSummary[], basePath: string): Page {
  const intro = `<p>Mails of this installation stay here and are sent to nobody. To send them, start Cairn with <code>SMTP_URL</code>. <a href="${basePath}">Refresh</a></p>`;
  if (mails.length === 0) return { title: 'Mailbox', body: `${intro}\n<p>No mails yet.</p>` };
  const rows = mails.map(
    ({ id, receivedAt, envelope, subject, attachments }) =>
      `<tr><td>${formatTime(receivedAt)}</td><td>${escapeHtml(envelope.to.join(', '))}</td><td><a href="${basePath}/mails/${id}">${escapeHtml(subject || 'No subject')}</a></td><td>${escapeHtml(attachments.join(', '))}</td></tr>`,
  );
  const head = ['Received', 'To', 'Subject', 'Files'].map((name) => `<th scope="col">${name}</th>`).join('');
  return {
    title: 'Mailbox',
    body: `${intro}
<div class="scroll" role="region" aria-label="Mails" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>`,
  };
}

export function mailPage(summary: MailSummary, mail: ParsedMail, basePath: string): Page {
  const address = `${basePath}/mails/${summary.id}`;
  const facts = [
    ['Received', formatTime(summary.receivedAt)],
    ['Envelope', `${summary.envelope.from || '(no sender)'} to ${summary.envelope.to.join(', ')}`],
    ['From', mail.from?.text ?? ''],
    [
      'To',
      [mail.to ?? []]
        .flat()
        .map(({ text }) => text)
        .join(', '),
    ],
    ['Size', `${summary.size.toLocaleString('en')} bytes`],
  ];
  const files = mail.attachments.map(
    ({ filename, contentType, size }, index) =>
      `<li><a href="${address}/files/${index}">${escapeHtml(filename ?? 'file')}</a> (${escapeHtml(contentType)}, ${size.toLocaleString('en')} bytes)</li>`,
  );
  const headers = mail.headerLines.map(({ line }) => line).join('\n');
  const parts = [
    `<p><a href="${basePath}">All mails</a></p>`,
    `<dl>${facts.map(([name = '', value = '']) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`,
    files.length > 0 ? `<h2>Files</h2>\n<ul>${files.join('')}</ul>` : '',
    mail.html
      ? `<h2>HTML</h2>\n<iframe title="HTML of the mail" sandbox="allow-popups allow-popups-to-escape-sandbox" src="${address}/html"></iframe>`
      : '',
    mail.text ? `<h2>Plain text</h2>\n<pre>${escapeHtml(mail.text)}</pre>` : '',
    `<h2>Headers</h2>\n<pre>${escapeHtml(headers)}</pre>\n<p><a href="${address}/source">Download the message</a></p>`,
  ];
  return { title: mail.subject || 'No subject', body: parts.filter(Boolean).join('\n') };
}

function formatTime(iso: string): string {
  return `${iso.slice(0, 19).replace('T', ' ')} UTC`;
}
