import { convert } from 'html-to-text';
import { escapeHtml } from '@cairn/service';
import type { MailRecipient } from '@cairn/service/mail';
import { cleanHtml } from './clean-html.ts';
import { DEFAULT_TEMPLATE } from './default-template.ts';
import { badSubject, bodyTooLong, filledTooLong, unknownPlaceholder } from './errors.ts';
import { MAIL_PLACEHOLDERS } from './types.ts';
import type { MailTemplate, MailValues, RenderedMail } from './types.ts';

const MAX_SUBJECT_LENGTH = 250;
const MAX_BODY_LENGTH = 100_000;
/** With its values. A hundred times as much would take all memory of a worker. */
const MAX_FILLED_LENGTH = 1_000_000;
/** They show text in another order than it has, such as an address. */
const BIDI_OVERRIDES = /[\u202D\u202E]/g;

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
/** A body with one of these elements is HTML; "<name@example.org>" and "a < b" are plain text. */
const HTML_ELEMENT =
  /<\/?(?:!doctype|html|head|body|p|br|hr|div|span|h[1-6]|a|b|i|u|em|strong|font|center|img|ul|ol|li|table|tbody|thead|tr|td|th|pre|code|blockquote|style|script|form|input|iframe|object|svg)(?:\s[^<>]*)?\/?>/i;
/** The innermost row, item or paragraph. */
const HTML_LINE = /<(tr|li|p)\b[^<>]*>(?:(?!<(?:tr|li|p)\b).)*?<\/\1\s*>/gis;

interface RenderRequest {
  template: MailTemplate;
  values: MailValues;
  recipient: MailRecipient;
}

type Values = Record<string, string>;

/**
 * Refuses what could not be rendered.
 * @throws {AppError} bad_request for an unknown placeholder, a subject of several lines, or one of the limits
 */
export function checkTemplate({ subject, body }: MailTemplate): void {
  if (subject.length > MAX_SUBJECT_LENGTH || /[\p{Cc}\u2028\u2029]/u.test(subject)) throw badSubject();
  if (body.length > MAX_BODY_LENGTH) throw bodyTooLong();
  for (const [, name = ''] of `${subject} ${body}`.matchAll(PLACEHOLDER)) {
    if (!isPlaceholder(name.trim())) throw unknownPlaceholder(name.trim(), MAIL_PLACEHOLDERS);
  }
}

/**
 * Subject, HTML and plain text of one mail. Values are escaped, and the HTML is cleaned after they are filled in, so that neither a
 * template nor a value can bring in a script, a form or something that is loaded.
 * @throws {AppError} as `checkTemplate`
 */
export function renderMail({ template, values, recipient }: RenderRequest): RenderedMail {
  checkTemplate(template);
  const all: Values = { ...values, recipient_name: recipient.name.trim() || recipient.address };
  const subject = fill(template.subject.trim() || DEFAULT_TEMPLATE.subject, all);
  const body = template.body.trim() ? template.body : DEFAULT_TEMPLATE.body;
  return { subject: toOneLine(subject), ...(isHtml(body) ? renderHtml(body, all) : renderPlain(body, all)) };
}

function renderHtml(body: string, values: Values): Omit<RenderedMail, 'subject'> {
  const lines = body.replace(HTML_LINE, (line) => (isEmptyLine(line, values) ? '' : line));
  const { html, removed } = cleanHtml(fill(lines, values, toHtml));
  return { html: toDocument(html), text: toText(html), removed };
}

/** Blank lines separate paragraphs; addresses become links. */
function renderPlain(body: string, values: Values): Omit<RenderedMail, 'subject'> {
  const lines = body.split(/\r\n|\r|\n/).filter((line) => !isEmptyLine(line, values));
  const text = `${fill(lines.join('\n'), values).trim()}\n`;
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${linkAddresses(escapeHtml(paragraph)).replaceAll('\n', '<br>\n')}</p>`);
  const { html, removed } = cleanHtml(paragraphs.join('\n'));
  return { html: toDocument(html), text, removed };
}

/** @throws {AppError} bad_request where the values are too long */
function fill(text: string, values: Values, escape = (value: string) => value): string {
  let length = text.length;
  const filled = text.replace(PLACEHOLDER, (_placeholder, name: string) => {
    const value = escape(values[name.trim()] ?? '');
    length += value.length;
    if (length > MAX_FILLED_LENGTH) throw filledTooLong();
    return value;
  });
  return filled.replace(BIDI_OVERRIDES, '');
}

function isEmptyLine(line: string, values: Values): boolean {
  const names = [...line.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim());
  return names.length > 0 && names.every((name) => !values[name]);
}

function isPlaceholder(name: string): boolean {
  return (MAIL_PLACEHOLDERS as readonly string[]).includes(name);
}

function isHtml(body: string): boolean {
  return HTML_ELEMENT.test(body);
}

function toHtml(value: string): string {
  return escapeHtml(value).replace(/\r\n|\r|\n/g, '<br>');
}

function linkAddresses(html: string): string {
  return html.replace(
    /\bhttps?:\/\/[^\s<>]+[^\s<>.,;:!?)]/g,
    (address) => `<a href="${address}">${address}</a>`,
  );
}

function toDocument(html: string): string {
  const style =
    'font-family: Arial, Helvetica, sans-serif; font-size: 15px; line-height: 1.5; color: #222222';
  return `<!doctype html>\n<html><head><meta charset="utf-8"></head><body style="${style}">\n${html}\n</body></html>\n`;
}

function toText(html: string): string {
  const text = convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
      { selector: 'img', format: 'skip' },
      {
        selector: 'table',
        format: 'dataTable',
        options: { uppercaseHeaderCells: false, maxColumnWidth: 80 },
      },
      ...[1, 2, 3, 4, 5, 6].map((level) => ({ selector: `h${level}`, options: { uppercase: false } })),
    ],
  });
  return `${text.trim()}\n`;
}

/** A value may hold line breaks, a subject may not. */
function toOneLine(subject: string): string {
  const line = subject.replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim();
  return line.length > MAX_SUBJECT_LENGTH ? `${line.slice(0, MAX_SUBJECT_LENGTH - 1)}…` : line;
}
