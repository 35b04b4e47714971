import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import type { ParsedMail } from 'mailparser';

/** One line of the list; a small file beside the message, so that the list opens no messages. */
export interface MailSummary {
  id: string;
  /** ISO 8601. */
  receivedAt: string;
  envelope: MailEnvelope;
  subject: string;
  size: number;
  /** File names. */
  attachments: string[];
}

export interface MailEnvelope {
  from: string;
  to: string[];
}

export interface MailStore {
  add(message: Buffer, envelope: MailEnvelope): Promise<void>;
  /** The newest first. */
  list(): Promise<MailSummary[]>;
  /** Null when there is no such mail, or no longer. */
  get(id: string): Promise<{ summary: MailSummary; message: Buffer; mail: ParsedMail } | null>;
}

interface MailStoreLimits {
  maxMails: number;
  maxBytes: number;
}

/** Thirteen digits of milliseconds, so that names sort by time. */
const ID = /^\d{13}-[0-9a-f]{8}$/;

/** Keeps the newest mails as files of a folder. */
export async function openMailStore(
  folder: string,
  { maxMails, maxBytes }: MailStoreLimits = { maxMails: 500, maxBytes: 500 * 1024 ** 2 },
): Promise<MailStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = (id: string, kind: 'eml' | 'json') => join(folder, `${id}.${kind}`);
  let lastTime = 0;
  let pruning = Promise.resolve();

  async function ids(): Promise<string[]> {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
    return names
      .map((name) => name.slice(0, -'.json'.length))
      .filter((id) => ID.test(id))
      .sort()
      .reverse();
  }

  async function readSummary(id: string): Promise<MailSummary | null> {
    const text = await readFile(path(id, 'json'), 'utf8').catch(() => null);
    return text === null ? null : (JSON.parse(text) as MailSummary);
  }

  async function list(): Promise<MailSummary[]> {
    const summaries = await Promise.all((await ids()).map(readSummary));
    return summaries.filter((summary) => summary !== null);
  }

  async function prune(): Promise<void> {
    let bytes = 0;
    for (const [index, { id, size }] of (await list()).entries()) {
      bytes += size;
      if (index < maxMails && bytes <= maxBytes) continue;
      // The summary first: a mail without one is not listed.
      for (const kind of ['json', 'eml'] as const) await rm(path(id, kind), { force: true });
    }
  }

  return {
    list,
    async add(message, envelope) {
      lastTime = Math.max(Date.now(), lastTime + 1);
      const id = `${lastTime}-${randomBytes(4).toString('hex')}`;
      const mail = await simpleParser(message, { skipImageLinks: true });
      const summary: MailSummary = {
        id,
        receivedAt: new Date().toISOString(),
        envelope,
        subject: mail.subject ?? '',
        size: message.length,
        attachments: mail.attachments.map(({ filename }) => filename ?? 'file'),
      };
      await writeFile(path(id, 'eml'), message, { mode: 0o600 });
      await writeFile(join(folder, `${id}.new`), JSON.stringify(summary), { mode: 0o600 });
      await rename(join(folder, `${id}.new`), path(id, 'json'));
      await (pruning = pruning.then(prune, prune));
    },
    async get(id) {
      const summary = ID.test(id) ? await readSummary(id) : null;
      const message = summary && (await readFile(path(id, 'eml')).catch(() => null));
      return summary && message ? { summary, message, mail: await simpleParser(message) } : null;
    },
  };
}
