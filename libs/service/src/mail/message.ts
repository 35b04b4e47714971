import MimeNode from 'nodemailer/lib/mime-node';
import type { Readable } from 'node:stream';
import type { MailContent, MailRecipient } from './types.ts';

/** A file of our storage. There is no way to name a path or an address of a file here. */
export interface MailAttachment {
  fileName: string;
  /** MIME type. */
  type: string;
  /** Bytes of the file; the stream must have as many. */
  size: number;
  open(): Readable;
}

export interface MessageRequest {
  /** Of the delivery. It stays over retries, and with it the Message-ID. */
  id: string;
  from: MailRecipient;
  to: MailRecipient;
  mail: MailContent;
  date: Date;
  attachment?: MailAttachment;
}

export interface MailMessage {
  /** With angle brackets. */
  messageId: string;
  /** Bytes of the encoded message. */
  size: number;
  /** A new stream of the message; call it once for each attempt. */
  open(): Readable;
}

const LINE_BYTES = 76;
/** What an engine may call a document. Readers would take a message or several parts for a piece of the mail. */
const FILE_TYPE = /^(?!multipart\/|message\/)[a-z0-9.+-]+\/[a-z0-9.+-]+(?:; *charset=[\w-]+)?$/i;
const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * One message to one person: plain text, HTML and at most one file. Its size is exact and known before a byte of the file is read.
 */
export async function composeMessage(request: MessageRequest): Promise<MailMessage> {
  const { attachment } = request;
  const messageId = `<${request.id}@${request.from.address.split('@').at(-1)}>`;
  // The same boundaries for the measured message and for the one that is sent.
  const withoutFile = await buildTree(request, messageId, '').build();
  return {
    messageId,
    size: withoutFile.length + (attachment ? encodedBytes(attachment.size) : 0),
    open: () => buildTree(request, messageId, attachment?.open() ?? '').createReadStream(),
  };
}

/** Bytes of a file in base64 with line breaks: about 1.37 times as many. */
export function encodedBytes(bytes: number): number {
  const characters = Math.ceil(bytes / 3) * 4;
  return characters + 2 * Math.max(0, Math.ceil(characters / LINE_BYTES) - 1);
}

function buildTree(request: MessageRequest, messageId: string, file: Readable | ''): MimeNode {
  const { mail, attachment } = request;
  const options = { disableFileAccess: true, disableUrlAccess: true, baseBoundary: request.id };
  const root = new MimeNode(attachment ? 'multipart/mixed' : 'multipart/alternative', options);
  root.setHeader({
    From: withPlainName(request.from),
    To: withPlainName(request.to),
    Subject: withoutEncodedWords(mail.subject),
    'Message-ID': messageId,
    Date: request.date.toUTCString().replace('GMT', '+0000'),
    // RFC 3834: keeps vacation notices and other automatic replies away.
    'Auto-Submitted': 'auto-generated',
  });
  const bodies = attachment ? root.createChild('multipart/alternative') : root;
  addText(bodies, 'text/plain', mail.text);
  addText(bodies, 'text/html', mail.html);
  if (attachment) addFile(root, attachment, file);
  return root;
}

function withPlainName({ name, address }: MailRecipient): MailRecipient {
  return { name: withoutEncodedWords(name.replace(CONTROLS, ' ').trim()), address };
}

/** Readers would decode them (RFC 2047), to line breaks for instance. */
function withoutEncodedWords(text: string): string {
  return text.replaceAll('=?', '= ?');
}

function addText(parent: MimeNode, type: string, text: string): void {
  const node = parent.createChild(`${type}; charset=utf-8`);
  node.setHeader('Content-Transfer-Encoding', 'quoted-printable');
  node.setContent(text.replace(/\r\n|\r|\n/g, '\r\n'));
}

function addFile(parent: MimeNode, { fileName, type }: MailAttachment, content: Readable | ''): void {
  const node = parent.createChild(FILE_TYPE.test(type) ? type : 'application/octet-stream', {
    filename: toFileName(fileName),
  });
  node.setHeader('Content-Transfer-Encoding', 'base64');
  node.setHeader('Content-Disposition', 'attachment');
  if (content) node.setContent(content);
}

/** A name without a folder and without characters that hide what it is. */
function toFileName(name: string): string {
  const last = name.replace(CONTROLS, '').split(/[/\\]/).at(-1)!.trim();
  return /^\.*$/.test(last) ? 'report' : last.slice(-200);
}
