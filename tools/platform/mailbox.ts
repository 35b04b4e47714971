import { join } from 'node:path';
import { mailboxHealthPath, mailboxPath } from '../mailbox/paths.ts';
import { minimalEnvironment, startProcess } from '../stack/managed-process.ts';
import { repositoryRoot } from '../topology.ts';
import type { PlatformEnv } from './platform-env.ts';
import { untilAnswers } from './readiness.ts';
import type { Supervisor } from './supervisor.ts';

/** Starts the mail server that keeps all mails of this installation; settles when its pages answer. */
export async function startMailbox(
  { mailbox, ports, dataDir }: PlatformEnv,
  supervisor: Pick<Supervisor, 'start'>,
): Promise<void> {
  const { port, smtpPort } = mailbox!;
  await supervisor.start({
    layer: 'services',
    spawn: () =>
      startProcess({
        name: 'The mailbox',
        command: [process.execPath, join(repositoryRoot, 'tools/mailbox/main.ts')],
        env: {
          ...minimalEnvironment(),
          MAILBOX_PORT: String(port),
          MAILBOX_SMTP_PORT: String(smtpPort),
          MAILBOX_FOLDER: join(dataDir, 'mails'),
          BASE_PATH: mailboxPath,
          PORTAL_URL: `http://127.0.0.1:${ports.portal?.port}`,
        },
        logFile: join(dataDir, 'logs', 'mailbox.log'),
      }),
    untilReady: (part) => untilAnswers(`http://127.0.0.1:${port}${mailboxPath}${mailboxHealthPath}`, part),
  });
}
