import { Readable } from 'node:stream';
import { startTestMailServer } from '@cairn/testing';
import type { TestMailServer, TestMailServerOptions } from '@cairn/testing';
import { composeMessage } from '../src/mail/message.ts';
import type { MailAttachment, MailMessage } from '../src/mail/message.ts';
import { createMailer } from '../src/mail/smtp.ts';
import type { MailTimeouts } from '../src/mail/smtp.ts';

export const from = { name: 'Reports', address: 'reports@example.org' };
export const ada = { name: 'Ada', address: 'ada@example.org' };

/** Mail servers of one test file, which closes them together. */
export function createMailServers() {
  const servers: TestMailServer[] = [];
  return {
    async start(options?: TestMailServerOptions): Promise<TestMailServer> {
      const server = await startTestMailServer(options);
      servers.push(server);
      return server;
    },
    close: () => Promise.all(servers.map((server) => server.close())),
  };
}

export function mailer(url: string, timeouts: Partial<MailTimeouts> = {}) {
  return createMailer({
    url,
    from,
    bounce: 'bounces@example.org',
    maxBytes: 30_000_000,
    timeouts: { connectMs: 20_000, greetingMs: 20_000, idleMs: 20_000, ...timeouts },
  });
}

export function message(to = ada, attachment?: MailAttachment): Promise<MailMessage> {
  const mail = { subject: 'Levels', html: '<p>Hi</p>', text: 'Hi' };
  return composeMessage({
    id: `d-${to.name}`,
    from,
    to,
    mail,
    date: new Date(),
    ...(attachment ? { attachment } : {}),
  });
}

export function file(size: number): MailAttachment {
  const chunk = Buffer.alloc(Math.min(size, 100_000), 7);
  const open = () => Readable.from(Array.from({ length: size / chunk.length }, () => chunk));
  return { fileName: 'levels.pdf', type: 'application/pdf', size, open };
}
