import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import type { TestMail } from '@cairn/testing';
import { startAlertApp } from './alert-app.ts';
import type { AlertApp } from './alert-app.ts';

let alerts: AlertApp;
beforeAll(async () => void (alerts = await startAlertApp()));
afterEach(() => alerts.clear());
afterAll(() => alerts?.close());

test('projects of one server that fail at once make one mail, that is not repeated, and another when they are in step again', async () => {
  const serverId = await alerts.addServer();
  const behindSince = new Date(Date.now() - 120_000).toISOString();
  const forest = await alerts.addProject('Forest <b>', serverId, { behind_since: behindSince });
  const lakes = await alerts.addProject('Lakes', serverId, {
    sync_admins: ['ann@example.org', 'bob@example.org'],
  });
  await alerts.addProject('Nobody', serverId, { sync_admins: [] });
  await alerts.check();
  expect(await alerts.mails()).toEqual([]);

  await alerts.set('servers', serverId, `sign_in_problem = 'The password is wrong.'`);
  await Promise.all([alerts.check(), alerts.check()]);
  await alerts.check();
  const failing = (await alerts.mails()).sort((a, b) =>
    a.envelope.to.join().localeCompare(b.envelope.to.join()),
  );
  expect(failing.map(({ envelope, subject }) => [envelope.to.join(), subject])).toEqual([
    ['ann@example.org', '2 field projects need attention'],
    ['bob@example.org', 'Field project "Lakes" needs attention'],
  ]);
  const page = `https://maps.example.org/field-sync/admin/servers.php?id=${serverId}`;
  expect(failing[0]!.text).toContain(
    `Forest <b> (Mergin)\nNot in step since ${behindSince.slice(0, 16).replace('T', ' ')} UTC.\nThe password is wrong.\nEdit the server: ${page}`,
  );
  expect(failing[0]!.html).toContain('<strong>Forest &lt;b&gt; (Mergin)</strong>');
  expect(failing[0]!.html).toContain(`<a href="${page}">Edit the server</a>`);
  expect(failing[0]!.envelope.from).toBe('maps@example.org');
  expect(failing[1]!.text).not.toContain('Forest');

  await alerts.set('servers', serverId, 'sign_in_problem = NULL');
  await alerts.set('projects', lakes, `applied_version = 'v5', applied_at = '2026-03-02T08:00:00Z'`);
  await alerts.check();
  const lakesAgain = await alerts.mails();
  expect(lakesAgain.map(({ envelope, subject }) => [envelope.to.join(), subject]).sort()).toEqual([
    ['ann@example.org', 'Field project "Lakes" is in step again'],
    ['bob@example.org', 'Field project "Lakes" is in step again'],
  ]);
  expect(lakesAgain[0]!.text).toContain('Version v5 was applied at 2026-03-02 08:00 UTC.');
  await alerts.set('projects', forest, 'behind_since = NULL');
  await alerts.check();
  await alerts.check();
  expect((await alerts.mails()).map(({ subject }) => subject)).toEqual([
    'Field project "Forest <b>" is in step again',
  ]);
  expect(await alerts.rows('alerts')).toEqual([]);
});

test('each reason is mailed once until the project is in step, and links the page where it is fixed', async () => {
  const id = await alerts.addProject('Forest', await alerts.addServer(), {
    behind_since: new Date().toISOString(),
  });
  const pause = (code: string, reason: string) =>
    alerts.set('projects', id, `paused_code = '${code}', paused_reason = '${reason}', problem = '${reason}'`);
  const linkOf = ({ text }: TestMail) => /php\?(\S+)/.exec(text)![1];
  await pause('field_sync.plan_needed', 'A table would be emptied.');
  await alerts.check();
  expect((await alerts.mails()).map(linkOf)).toEqual([`id=${id}&tab=plans`]);
  await pause('field_sync.plan_needed', 'Two tables would be emptied.');
  await alerts.check();
  await pause('field_sync.project_missing', 'It is gone.');
  await alerts.check();
  await pause('field_sync.plan_needed', 'A table would be emptied.');
  await alerts.check();
  await pause('field_sync.schema_denied', 'Grant CREATE on the schema.');
  await alerts.check();
  expect((await alerts.mails()).map(linkOf).sort()).toEqual([
    `id=${id}&tab=project`,
    `id=${id}&tab=synchronize`,
  ]);
});

test('a plan that was dismissed ends its alert without a mail, and the plan of the next version makes another', async () => {
  const behind = new Date(Date.now() - 3_600_000).toISOString();
  const id = await alerts.addProject('Forest', await alerts.addServer(), { behind_since: behind });
  const pause = (code: string) =>
    alerts.set(
      'projects',
      id,
      `paused_code = 'field_sync.${code}', paused_reason = 'A change.', problem = 'A change.'`,
    );
  await pause('plan_needed');
  await alerts.check();
  expect(await alerts.mails()).toHaveLength(1);
  await pause('plan_dismissed');
  await alerts.check();
  expect(await alerts.rows('alerts')).toEqual([]);
  await pause('plan_needed');
  await alerts.check();
  expect((await alerts.mails()).map(({ subject }) => subject)).toEqual([
    'Field project "Forest" needs attention',
  ]);
});

test('what is tried again is mailed from the fifth failure in a row on, and lag from three cycles on', async () => {
  const serverId = await alerts.addServer();
  const id = await alerts.addProject('Forest', serverId, {
    failures: 4,
    problem: 'The target is unavailable.',
  });
  const slow = await alerts.addProject('Slow', serverId, {
    sleep_time: 600,
    behind_since: new Date(Date.now() - 29 * 60_000),
  });
  await alerts.set('servers', serverId, `failures = 4, problem = 'The server does not answer.'`);
  await alerts.check();
  expect(await alerts.rows('alerts')).toEqual([]);
  await alerts.app.admin.query(
    `INSERT INTO field_sync.runs (project_id, kind, status, error_code) VALUES ($1, 'sync', 'failed', 'field_sync.target_unavailable')`,
    [id],
  );
  await alerts.set('projects', id, 'failures = 5');
  await alerts.set('projects', slow, `behind_since = now() - interval '31 minutes'`);
  await alerts.check();
  const [first, ...others] = await alerts.mails();
  expect(others).toEqual([]);
  expect(first!.text).toContain('The target is unavailable.');
  expect(first!.text).toContain('no run applies it');
  await alerts.set('servers', serverId, 'failures = 5');
  await alerts.check();
  const [away] = await alerts.mails();
  expect(away!.subject).toBe('2 field projects need attention');
  expect(away!.text).toContain('The server does not answer.');
});

test('a copy to a file target that failed is mailed, then that a later one succeeded', async () => {
  const id = await alerts.addProject('Forest', await alerts.addServer(), { problem: 'It is tried again.' });
  const target = await alerts.projects.addFileTarget('Office');
  await alerts.app.admin.query('INSERT INTO field_sync.project_file_targets VALUES ($1, $2)', [id, target]);
  const push = (status: string, error: string | null) =>
    alerts.app.admin.query(
      `INSERT INTO field_sync.pushes (project_id, file_target_id, seq, status, error, finished_at)
       VALUES ($1, $2, 1, $3, $4, CASE WHEN $3 <> 'running' THEN now() END)`,
      [id, target, status, error],
    );
  await push('succeeded', null);
  await alerts.check();
  await push('failed', 'The host has another key.');
  await push('running', null);
  await alerts.check();
  const [failed] = await alerts.mails();
  expect(failed!.text).toContain('Copying to "Office" failed: The host has another key.');
  expect(failed!.text).toContain('https://maps.example.org/field-sync/admin/rsyncs.php');
  const plan = `paused_code = 'field_sync.plan_needed', paused_reason = 'A change.'`;
  for (const n of [1, 2]) {
    await alerts.set('projects', id, plan);
    await alerts.check();
    expect([n, (await alerts.mails()).map(({ text }) => text.includes('A change.'))]).toEqual([n, [true]]);
    await alerts.set('projects', id, 'paused_code = NULL, paused_reason = NULL');
    await alerts.check();
    expect(await alerts.mails()).toEqual([]);
  }
  await push('succeeded', null);
  await alerts.check();
  expect((await alerts.mails()).map(({ subject }) => subject)).toEqual([
    'Field project "Forest" is in step again',
  ]);
});

test('a publication that failed makes no mail where there is no publisher any more', async () => {
  const id = await alerts.addProject('Forest', await alerts.addServer());
  await alerts.app.admin.query(
    `INSERT INTO field_sync.publications (project_id, error) VALUES ($1, 'It refuses the token.')`,
    [id],
  );
  await alerts.check();
  expect(await alerts.rows('alerts')).toEqual([]);
});

test('a project that is stopped, or passes by itself before it was mailed, makes no mail', async () => {
  const serverId = await alerts.addServer();
  const paused = { paused_code: 'field_sync.x', paused_reason: 'Fix it.', problem: 'Fix it.' };
  const stopped = await alerts.addProject('Stopped', serverId, paused);
  await alerts.check();
  expect(await alerts.mails()).toHaveLength(1);
  await alerts.set('projects', stopped, 'started = false');
  await alerts.check();
  expect(await alerts.rows('alerts')).toEqual([]);

  const waiting = alerts.alertsWith({ times: { gatherMs: 60_000, settleMs: 60_000 } });
  const passing = await alerts.addProject('Passing', serverId, paused);
  await waiting.check();
  expect(await alerts.rows('alerts')).toMatchObject([{ project_id: passing, mailed_codes: [] }]);
  await alerts.set('projects', passing, 'paused_code = NULL, paused_reason = NULL, problem = NULL');
  await waiting.check();
  await alerts.check();
  expect(await alerts.rows('alerts')).toEqual([]);
  expect(await alerts.mails()).toEqual([]);
});

test('conflicts are mailed with their number, and further ones a day later', async () => {
  const id = await alerts.addProject('Forest', await alerts.addServer());
  async function apply(conflicts: number): Promise<void> {
    const { rows: runs } = await alerts.app.admin.query(
      `INSERT INTO field_sync.runs (project_id, kind, status, conflicts) VALUES ($1, 'sync', 'applied', $2) RETURNING id`,
      [id, conflicts],
    );
    const runId = Number(runs[0].id);
    await alerts.app.context.db
      .transaction()
      .execute((trx) => alerts.app.context.alerts.onApplied(trx, { runId }));
    await alerts.check();
  }
  await apply(0);
  await apply(2);
  const [found, ...others] = await alerts.mails();
  expect(others).toEqual([]);
  expect(found!.subject).toBe('Field project "Forest" has conflicts');
  expect(found!.text).toContain('2 rows were changed both in the field and in the database');
  expect(found!.text).toContain(`project_settings.php?id=${id}&tab=conflicts`);
  await apply(1);
  await apply(3);
  expect(await alerts.mails()).toEqual([]);
  await alerts.app.admin.query(`UPDATE field_sync.conflict_alerts SET mailed_at = now() - interval '2 days'`);
  await alerts.check();
  expect((await alerts.mails()).map(({ text }) => /\d+ rows were/.exec(text)?.[0])).toEqual(['4 rows were']);
});

describe('people', () => {
  const failing = { paused_code: 'field_sync.x', paused_reason: 'Fix it.', problem: 'Fix it.' };

  test('user ids are those of the platform in central mode; an account that is disabled gets nothing', async () => {
    const [ann, off] = [
      await alerts.app.signUp({ username: 'ann' }),
      await alerts.app.signUp({ username: 'off' }),
    ];
    await alerts.app.admin.query(
      `UPDATE portal.users SET email = username || '@example.org', enabled = (username <> 'off')`,
    );
    const admins = [String(ann.id), 'ANN@example.org', String(off.id), '999999'];
    await alerts.addProject('Forest', await alerts.addServer(), { ...failing, sync_admins: admins });
    await alerts.check();
    expect((await alerts.mails()).map(({ envelope }) => envelope.to)).toEqual([['ann@example.org']]);
  });

  test('user ids are those of local accounts in the other modes', async () => {
    const { rows: users } = await alerts.app.admin.query(
      `INSERT INTO field_sync.users (name, email, accesslevel) VALUES ('Kim', 'kim@example.org', 'User') RETURNING id`,
    );
    await alerts.addProject('Forest', await alerts.addServer(), {
      ...failing,
      sync_admins: [String(users[0].id)],
    });
    const local = alerts.alertsWith({ isCentral: false });
    await local.check();
    expect((await alerts.mails()).map(({ envelope }) => envelope.to)).toEqual([['kim@example.org']]);
  });

  test('nothing is noted without a mail server', async () => {
    await alerts.addProject('Forest', await alerts.addServer(), failing);
    const off = alerts.alertsWith({ isOn: false });
    await off.check();
    expect(await alerts.rows('alerts')).toEqual([]);
  });

  test('a mail that is refused for a while is tried again later; one that is refused for good is in the log of its project', async () => {
    const id = await alerts.addProject('Forest', await alerts.addServer(), {
      ...failing,
      sync_admins: ['bad@example.org'],
    });
    alerts.mail.setFault({ at: 'rcpt', code: 451, text: '4.2.0 later' });
    await alerts.check();
    await until(
      'the first attempt has ended',
      async () => (await alerts.rows('alert_mails'))[0]?.attempts === 1,
    );
    const [queued] = await alerts.rows('alert_mails');
    expect(queued).toMatchObject({ status: 'queued', reply: '451 4.2.0 later' });
    expect(queued.next_attempt_at - Date.now()).toBeGreaterThan(50_000);

    alerts.mail.setFault({ at: 'rcpt', code: 550, text: '5.1.1 no bad@example.org here' });
    await alerts.app.admin.query('UPDATE field_sync.alert_mails SET next_attempt_at = now()');
    await alerts.app.admin.query(
      `UPDATE field_sync.jobs SET run_after = now() WHERE kind = 'field_sync.mail'`,
    );
    await until(
      'the mail was refused',
      async () => (await alerts.rows('alert_mails'))[0].status === 'rejected',
    );
    const { rows: lines } = await alerts.app.admin.query(
      'SELECT message FROM field_sync.log_lines WHERE project_id = $1',
      [id],
    );
    expect(lines).toEqual([
      { message: 'A mail to an administrator of this project was not delivered: 550 5.1.1 no … here' },
    ]);
    expect(alerts.mail.messages).toEqual([]);
  });
});
