import { once } from 'node:events';
import { createServer } from 'node:http';
import { openMailStore } from './mail-store.ts';
import { listenForMails } from './smtp.ts';
import { createMailbox } from './web.ts';

/**
 * The mailbox's process, a mail server and pages for the mails it gets: MAILBOX_PORT, MAILBOX_SMTP_PORT, MAILBOX_FOLDER, BASE_PATH
 * and PORTAL_URL.
 */
const { MAILBOX_FOLDER = '', BASE_PATH = '', PORTAL_URL = '' } = process.env;
const [port, smtpPort] = [Number(process.env.MAILBOX_PORT), Number(process.env.MAILBOX_SMTP_PORT)];

const store = await openMailStore(MAILBOX_FOLDER);
const smtp = await listenForMails(store, smtpPort);
const web = createServer(createMailbox({ store, basePath: BASE_PATH, portalUrl: PORTAL_URL }));
await once(web.listen(port, '127.0.0.1'), 'listening');
console.log(
  JSON.stringify({
    time: new Date().toISOString(),
    service: 'mailbox',
    level: 'info',
    event: 'listening',
    port,
    smtpPort,
  }),
);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    web.closeAllConnections();
    void Promise.all([smtp.close(), new Promise((done) => web.close(done))]).then(() => process.exit(0));
  });
}
