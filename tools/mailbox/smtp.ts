import { SMTPServer } from 'smtp-server';
import type { SMTPServerAddress } from 'smtp-server';
import type { MailStore } from './mail-store.ts';

const MAX_MESSAGE_BYTES = 30 * 1024 ** 2;

/** Such domains have no mailboxes (RFC 2606), so that people can see what becomes of an address that is refused. */
const REFUSED_DOMAIN = /@(?:.*\.)?invalid$/i;

/** Takes every mail, except for addresses that cannot exist, and sends none on. Nobody but this machine reaches it. */
export async function listenForMails(store: MailStore, port: number): Promise<{ close(): Promise<void> }> {
  const server = new SMTPServer({
    name: 'localhost',
    size: MAX_MESSAGE_BYTES,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1_000,
    logger: false,
    onRcptTo({ address }: SMTPServerAddress, _session, done) {
      if (!REFUSED_DOMAIN.test(address)) return done();
      done(Object.assign(new Error(`5.1.1 <${address}>: there is no such mailbox`), { responseCode: 550 }));
    },
    onData(stream, { envelope }, done) {
      const to = envelope.rcptTo.map(({ address }) => address);
      const from = envelope.mailFrom ? envelope.mailFrom.address : '';
      stream
        .toArray()
        .then(async (chunks: Buffer[]) => {
          if (!stream.sizeExceeded) await store.add(Buffer.concat(chunks), { from, to });
          done();
        })
        .catch((error: Error) => done(Object.assign(error, { responseCode: 451 })));
    },
  });
  server.on('error', (error) =>
    console.error(JSON.stringify({ level: 'warn', event: 'smtp_error', message: error.message })),
  );
  await new Promise<void>((done, fail) => {
    server.server.once('error', fail);
    server.listen(port, '127.0.0.1', done);
  });
  return { close: () => new Promise<void>((done) => server.close(done)) };
}
