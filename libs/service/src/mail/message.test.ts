import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { simpleParser } from 'mailparser';
import { composeMessage, encodedBytes } from './message.ts';
import type { MailAttachment, MessageRequest } from './message.ts';

const request: MessageRequest = {
  id: '019eab',
  from: { name: 'Reports', address: 'reports@example.org' },
  to: { name: 'Ada', address: 'ada@example.com' },
  mail: { subject: 'Levels', html: '<p>Hi</p>', text: '.\nHi\n' },
  date: new Date('2026-03-03T05:00:00Z'),
};

function file(fileName: string, bytes = 3): MailAttachment {
  return { fileName, type: 'application/pdf', size: bytes, open: () => Readable.from([Buffer.alloc(bytes)]) };
}

async function textOf(more: Partial<MessageRequest>): Promise<string> {
  const message = await composeMessage({ ...request, ...more });
  return Buffer.concat(await message.open().toArray()).toString('latin1');
}

test('a message names its delivery, the sender, one recipient, the date, and that a program wrote it', async () => {
  expect((await composeMessage(request)).messageId).toBe('<019eab@example.org>');
  expect(await textOf({})).toMatch(
    /^From: Reports <reports@example\.org>\r\nTo: Ada <ada@example\.com>\r\nSubject: Levels\r\nMessage-ID: <019eab@example\.org>\r\nDate: Tue, 03 Mar 2026 05:00:00 \+0000\r\nAuto-Submitted: auto-generated\r\n/,
  );
});

test.each([0, 1, 2, 3, 56, 57, 58, 114, 100_000])(
  'the size with a file of %i bytes is known before the file is read',
  async (bytes) => {
    const attachment = file('a.pdf', bytes);
    const message = await composeMessage({
      ...request,
      mail: { subject: 'Größe', html: '<p>ä</p>\n', text: `ä\r${'long '.repeat(100)}\n.\n` },
      attachment: {
        ...attachment,
        open: () => {
          throw new Error('read');
        },
      },
    });
    const sent = await composeMessage({
      ...request,
      mail: { subject: 'Größe', html: '<p>ä</p>\n', text: `ä\r${'long '.repeat(100)}\n.\n` },
      attachment,
    });
    expect(message.size).toBe(Buffer.concat(await sent.open().toArray()).length);
    expect(encodedBytes(100_000) / 100_000).toBeCloseTo(1.37, 2);
  },
);

test.each([
  ['a subject', { mail: { ...request.mail, subject: 'A\r\nBcc: e@y.org\r\n\r\nbody' } }],
  ['a name', { to: { name: 'Ada\r\nBcc: e@y.org', address: 'ada@example.com' } }],
  ['a name with quotes', { to: { name: 'Ada" <e@y.org>, "', address: 'ada@example.com' } }],
  ['a sender', { from: { name: 'R\nBcc: e@y.org', address: 'reports@example.org' } }],
  ['a file name', { attachment: file('a.pdf"\r\nBcc: e@y.org\r\n\r\n') }],
])('%s adds no header and no recipient', async (_what, more) => {
  const text = await textOf(more);
  const head = text.slice(0, text.indexOf('\r\n\r\n'));
  expect(text).not.toMatch(/^(bcc|body)/im);
  expect(head.split(/\r\n(?! )/).map((line) => line.split(':')[0])).toEqual([
    'From',
    'To',
    'Subject',
    'Message-ID',
    'Date',
    'Auto-Submitted',
    'MIME-Version',
    'Content-Type',
  ]);
  expect(head).toMatch(/^To: .*<ada@example\.com>$/m);
});

test('encoded words in a subject and a name stay as they are written', async () => {
  const word = '=?utf-8?Q?A=0D=0ABcc=3A_e=40y.org?=';
  const { subject, to } = await simpleParser(
    await textOf({
      mail: { ...request.mail, subject: word },
      to: { name: word, address: 'ada@example.com' },
    }),
  );
  const shown = word.replace('=?', '= ?');
  expect([subject, to]).toMatchObject([shown, { value: [{ name: shown, address: 'ada@example.com' }] }]);
});

test.each([
  ['text/csv; charset=utf-8', 'text/csv; charset=utf-8'],
  ['message/rfc822', 'application/octet-stream'],
  ['multipart/mixed; boundary=x', 'application/octet-stream'],
  ['text/html; name="evil.exe"', 'application/octet-stream'],
  ['nonsense', 'application/octet-stream'],
])('a file that an engine calls %s is attached as %s, under its own name', async (type, attached) => {
  const text = await textOf({ attachment: { ...file('rivers.csv'), type } });
  expect(text).toContain(`\r\nContent-Type: ${attached}; name=rivers.csv\r\n`);
});

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Windows\\system.ini', 'system.ini'],
  ['..', 'report'],
  ['', 'report'],
  ['a\0b\r\n\u202efdp.exe', 'abfdp.exe'],
  ['x'.repeat(300) + '.pdf', `${'x'.repeat(196)}.pdf`],
])('the file name %j is sent as %s', async (fileName, sent) => {
  const text = await textOf({ attachment: file(fileName) });
  const name = text.replace(/\r\n +/g, ' ').match(/Content-Disposition: attachment; (.*)/)?.[1] ?? '';
  const parts = [...name.matchAll(/filename(?:\*\d+)?=("?)([^";]*)\1/g)].map(([, , part]) => part);
  expect(parts.join('')).toBe(sent);
});

test('a file name beyond ASCII is encoded as RFC 2231 says', async () => {
  expect(await textOf({ attachment: file('Wasserstände.pdf') })).toContain(
    "filename*0*=utf-8''Wasserst%C3%A4nde.pdf",
  );
});
