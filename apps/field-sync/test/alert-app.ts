import { startTestMailServer, until } from '@cairn/testing';
import type { TestMail } from '@cairn/testing';
import { createAlertService } from '../src/features/alerts/service.ts';
import { startTestFieldSync } from './test-app.ts';
import { testProjects } from './test-projects.ts';

const NO_WAIT = { gatherMs: 0, settleMs: 0 };

export type AlertApp = Awaited<ReturnType<typeof startAlertApp>>;

/** Field-sync with a mail server and a worker that sends mails, whose projects are put into states by tests. */
export async function startAlertApp() {
  const mail = await startTestMailServer();
  const app = await startTestFieldSync({
    env: {
      ...{ SMTP_URL: `${mail.url}?tls=none`, MAIL_FROM: 'Maps <maps@example.org>' },
      ...{ PUBLIC_URL: 'https://maps.example.org', BASE_PATH: '/field-sync' },
    },
    overrides: { alertTimes: NO_WAIT },
  });
  const projects = testProjects(app);
  const linkId = await projects.addLink('Target');
  await app.work('field_sync.mail').ready;

  const rows = async (table: string) => (await app.admin.query(`SELECT * FROM field_sync.${table}`)).rows;

  return {
    ...{ app, mail, projects, rows },

    addServer: () => projects.addServer('Mergin'),

    /** A started project, with Ann as administrator. */
    addProject: (name: string, serverId: number, row: Record<string, unknown> = {}) =>
      projects.startProject({ name, serverId, linkId, row: { sync_admins: ['ann@example.org'], ...row } }),

    set: (table: 'projects' | 'servers', id: number, row: string) =>
      app.admin.query(`UPDATE field_sync.${table} SET ${row} WHERE id = $1`, [id]),

    check: () => app.context.alerts.check(),

    /** The alerts of a service that is configured differently. */
    alertsWith: ({ isOn = true, isCentral = true, times = NO_WAIT }) =>
      createAlertService({ ...app.context, isOn, isCentral, isPublishing: false, address: '', times }),

    /** All mails that were asked for, once they have been sent. */
    async mails(): Promise<TestMail[]> {
      await until('no mail is waiting', async () =>
        (await rows('alert_mails')).every(({ status }) => status === 'sent'),
      );
      return mail.messages.splice(0);
    },

    /** Removes servers, projects and mails. */
    async clear(): Promise<void> {
      await app.admin.query(
        'TRUNCATE field_sync.projects, field_sync.alert_mails CASCADE; DELETE FROM field_sync.servers',
      );
      mail.messages.length = 0;
      mail.setFault(null);
    },

    async close(): Promise<void> {
      await app.close();
      await mail.close();
    },
  };
}
