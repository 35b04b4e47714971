import { expect, test } from '@jest/globals';
import { readMailbox, readSmtpUrl } from './smtp-url.ts';

test.each([
  ['smtp://mail.example.org', { host: 'mail.example.org', port: 25, tls: 'optional' }],
  ['smtp://mail.example.org:2525/?tls=none', { host: 'mail.example.org', port: 2525, tls: 'none' }],
  [
    'smtp://mail.example.org?tls=required&name=reports.example.org',
    { host: 'mail.example.org', port: 25, tls: 'required', name: 'reports.example.org' },
  ],
  [
    'smtp://ada:a%40b%3Ac@mail.example.org',
    { host: 'mail.example.org', port: 587, tls: 'required', login: { user: 'ada', password: 'a@b:c' } },
  ],
  [
    'smtps://ada%40example.org:x@[::1]',
    { host: '::1', port: 465, tls: 'implicit', login: { user: 'ada@example.org', password: 'x' } },
  ],
])('%s is read', (url, server) => {
  expect(readSmtpUrl(url)).toEqual(server);
});

test.each([
  ['hunter2', 'SMTP_URL must be an address such as'],
  ['http://ada:hunter2@mail.example.org', 'SMTP_URL must be an address such as'],
  ['smtp://ada:hunter2@mail.example.org/inbox', 'SMTP_URL must be an address such as'],
  ['smtp://ada:hunter2@', 'SMTP_URL must be an address such as'],
  ['smtp://ada@mail.example.org', 'SMTP_URL must have both a user and a password'],
  ['smtp://:hunter2@mail.example.org', 'SMTP_URL must have both a user and a password'],
  ['smtp://ada:hunter2%zz@mail.example.org', 'with special characters in percent-encoding'],
  ['smtp://ada:hunter2@mail.example.org?tls=none', 'its setting "tls" must be required'],
  ['smtp://ada:hunter2@mail.example.org?tls=optional', 'its setting "tls" must be required'],
  ['smtp://mail.example.org?tls=yes', 'must be required, optional or none'],
  ['smtps://mail.example.org?tls=none', 'always uses TLS'],
  ['smtp://mail.example.org?password=hunter2', 'takes the settings "tls" and "name" only'],
  ['smtp://mail.example.org?name=a%0d%0aMAIL', 'The setting "name" of SMTP_URL must be a host name'],
])('%s is refused with a sentence without the password', (url, sentence) => {
  expect(() => readSmtpUrl(url)).toThrow(sentence);
  expect(() => readSmtpUrl(url)).not.toThrow('hunter2');
});

test('a sender has a name or none', () => {
  expect(readMailbox('MAIL_FROM', 'reports@Example.org')).toEqual({
    name: '',
    address: 'reports@example.org',
  });
  expect(readMailbox('MAIL_FROM', 'Our reports <reports@example.org>')).toEqual({
    name: 'Our reports',
    address: 'reports@example.org',
  });
  expect(readMailbox('MAIL_FROM', '"Reports, daily" <reports@example.org>').name).toBe('Reports, daily');
  for (const text of ['', 'reports', 'a@x.org, b@x.org', 'A\nB <a@x.org>', '<a@x.org> b']) {
    expect(() => readMailbox('MAIL_BOUNCE', text)).toThrow('MAIL_BOUNCE must be an email address');
  }
});
