import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestMailServer, until } from '@cairn/testing';
import type { TestMail, TestMailServer } from '@cairn/testing';
import { startSyncApp } from './sync-app.ts';
import type { SyncApp } from './sync-app.ts';

let mail: TestMailServer;
let sync: SyncApp;
beforeAll(async () => {
  mail = await startTestMailServer();
  sync = await startSyncApp({
    env: { SMTP_URL: `${mail.url}?tls=none`, PUBLIC_URL: 'https://maps.example.org' },
    overrides: { alertTimes: { gatherMs: 0, settleMs: 0 } },
  });
  await sync.app.work().ready;
});
afterAll(async () => {
  await sync?.close();
  await mail?.close();
});

/** The next mail after as many checks as it needs. */
async function nextMail(): Promise<TestMail> {
  await until('a mail has arrived', async () => {
    await sync.context.alerts.check();
    return mail.messages.length > 0;
  });
  return mail.messages.shift()!;
}

test('a change that waits for a person is mailed with the page of its plan, then that it was applied, and conflicts with theirs', async () => {
  const rows = Array.from({ length: 12 }, (_each, n) => ({ fid: n + 1, name: `tree ${n}` }));
  const id = await sync.addProject('Forest', [{ name: 'trees', columns: { name: 'TEXT' }, rows }], {
    sync_admins: ['ann@example.org'],
  });
  await sync.poll();
  expect(await sync.ended(id)).toMatchObject({ status: 'applied' });
  await sync.change('Forest', (db) => db.exec('DELETE FROM trees'));
  await sync.poll();
  expect(await sync.ended(id)).toMatchObject({ status: 'paused' });
  const plan = await nextMail();
  expect(plan.subject).toBe('Field project "Forest" needs attention');
  expect(plan.text).toContain('trees');
  expect(plan.text).toContain(`/admin/project_settings.php?id=${id}&tab=plans`);

  await sync.query(`UPDATE "Forest".trees SET name = 'by hand' WHERE fid = 3`);
  await sync.change('Forest', (db) => {
    const insert = db.prepare('INSERT INTO trees (fid, name) VALUES (?, ?)');
    for (const { fid, name } of rows) insert.run(fid, fid === 3 ? 'in the field' : name);
  });
  await sync.poll();
  expect(await sync.ended(id)).toMatchObject({ status: 'applied', updated: '1', conflicts: '1' });
  const [one, two] = [await nextMail(), await nextMail()];
  const subjects = [one.subject, two.subject].sort();
  expect(subjects).toEqual([
    'Field project "Forest" has conflicts',
    'Field project "Forest" is in step again',
  ]);
  const conflicts = [one, two].find(({ subject }) => subject.endsWith('conflicts'))!;
  expect(conflicts.text).toContain('1 row was changed both in the field and in the database');
  await sync.context.alerts.check();
  const { rows: left } = await sync.app.admin.query('SELECT FROM field_sync.alerts');
  expect(left).toEqual([]);
});
