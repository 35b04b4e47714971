import { chownSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { STRICT, startRulesApp } from './rules-app.ts';
import type { RulesApp } from './rules-app.ts';

let rules: RulesApp;

beforeAll(async () => {
  rules = await startRulesApp();
});

beforeEach(() => rules.begin());
afterAll(() => rules.close());

describe('refused with 409 before anything is written', () => {
  async function refused(reason: RegExp): Promise<void> {
    const before = rules.hba();
    const shown = await rules.preview();
    expect(shown).toMatchObject({ can_apply: false, reason: expect.stringMatching(reason) });
    expect(shown.block).toContain('host "gis" "ana" 127.0.0.1/32 scram-sha-256');
    const answer = await rules.apply();
    expect({ status: answer.status, error: answer.body.error }).toEqual({
      status: 409,
      error: expect.stringMatching(reason),
    });
    expect(rules.hba()).toBe(before);
    expect(rules.leftovers()).toEqual([]);
  }

  test('no path was set', async () => {
    await rules.add();
    await rules.setPath('');
    await refused(/Set the path/);
  });

  test.each([
    ['two blocks', '# BEGIN cairn network rules\n# END cairn network rules\n'.repeat(2)],
    ['a block that does not end', '# BEGIN cairn network rules\n'],
    ['a block that does not begin', '#end cairn network rules\n'],
    ['a block upside down', '# END cairn network rules\n# BEGIN cairn network rules\n'],
  ])('the file holds %s', async (_what, marks) => {
    await rules.add();
    await rules.writeHba(marks + STRICT);
    await refused(/exactly one block/);
  });

  test('the file already has an error', async () => {
    await rules.add();
    await rules.writeHba(`${STRICT}host all all nonsense\n`);
    await refused(/already has errors \(line 4/);
  });

  test('the file is a link', async () => {
    await rules.add();
    const real = `${rules.server.hbaFile}.real`;
    writeFileSync(real, STRICT);
    rmSync(rules.server.hbaFile);
    symlinkSync(real, rules.server.hbaFile);
    try {
      await refused(/cannot read .* \(ELOOP\)/);
      expect(readFileSync(real, 'utf8')).toBe(STRICT);
    } finally {
      rmSync(rules.server.hbaFile);
      rmSync(real);
      // This process is root, but the file belongs to the server's account.
      const { uid, gid } = statSync(rules.server.dataFolder);
      writeFileSync(rules.server.hbaFile, STRICT);
      chownSync(rules.server.hbaFile, uid, gid);
    }
  });

  test('the server is on another machine', async () => {
    await rules.add();
    const pidFile = join(rules.server.dataFolder, 'postmaster.pid');
    const kept = readFileSync(pidFile, 'utf8');
    writeFileSync(pidFile, kept.replace(/^(\d+\n.*\n)(\d+)/, '$11000000000'));
    try {
      await refused(/on another machine/);
    } finally {
      writeFileSync(pidFile, kept);
    }
  });

  test('the administrator may not read the rules or reload', async () => {
    await rules.server.query('postgres', `DROP ROLE IF EXISTS steward`);
    await rules.server.query(
      'postgres',
      `CREATE ROLE steward LOGIN PASSWORD 'steward' IN ROLE pg_read_all_settings`,
    );
    await rules.begin({
      text: `host all steward 127.0.0.1/32 scram-sha-256\n${STRICT}`,
      as: { user: 'steward', password: 'steward' },
    });
    await rules.add();
    await refused(/cannot read pg_hba_file_rules/);
    await rules.server.query(
      'postgres',
      `GRANT SELECT ON pg_hba_file_rules TO steward;
       GRANT EXECUTE ON FUNCTION pg_hba_file_rules(), pg_reload_conf() TO steward`,
    );
    expect((await rules.apply()).status).toBe(200);
    expect(rules.hba()).toContain('host all "steward" 127.0.0.1/32 scram-sha-256');
  });

  test('of concurrent applies one writes, and the file is complete', async () => {
    await rules.add();
    const statuses = (await Promise.all(Array.from({ length: 4 }, rules.apply))).map(({ status }) => status);
    expect(statuses).toContain(200);
    for (const status of statuses) expect([200, 409]).toContain(status);
    expect(rules.hba().match(/cairn network rules/g)).toHaveLength(2);
    expect(await rules.signsIn('ana')).toBe(true);
  });
});

describe('failures while applying', () => {
  test('a line that the server rejects returns 422 and restores the previous file and rules', async () => {
    await rules.add();
    await rules.apply();
    const before = rules.hba();
    await rules.app.admin.query(
      `UPDATE dbadmin.access_rules SET cidr = '127.0.0.1/33' WHERE connection_id = $1`,
      [rules.id],
    );
    const answer = await rules.apply();
    expect(answer.status).toBe(422);
    expect(answer.body.error).toContain('previous file was restored');
    expect(rules.hba()).toBe(before);
    expect(rules.leftovers()).toHaveLength(1);
    expect(await rules.signsIn('ana')).toBe(true);
    expect((await rules.list()).can_undo).toBe(true);
    const { body } = await rules.app.ask(rules.admin, {
      path: `/api/audit?connection_id=${rules.id}&limit=1`,
    });
    expect(body.items[0]).toMatchObject({
      event: 'rule.apply_failed',
      details: { reason: expect.any(String) },
    });
    await rules.server.kill();
    await rules.server.start();
    expect(await rules.signsIn('ana')).toBe(true);
  });

  test('a name with a line break is never written', async () => {
    await rules.add();
    await rules.app.admin.query(
      `UPDATE dbadmin.access_rules SET role_name = E'a\\nhost all all 0.0.0.0/0 trust' WHERE connection_id = $1`,
      [rules.id],
    );
    expect((await rules.apply()).status).toBe(500);
    expect(rules.hba()).toBe(STRICT);
  });

  test('rules that lock out the service return 422 and are reverted', async () => {
    // Signed in by trust, with a password that is wrong: the guard asks for it.
    await rules.begin({ text: 'host all postgres 127.0.0.1/32 trust\n', as: { password: 'wrong' } });
    await rules.add();
    const answer = await rules.apply();
    expect(answer.status).toBe(422);
    expect(answer.body.error).toContain('rejects our own login');
    expect(rules.hba()).toBe('host all postgres 127.0.0.1/32 trust\n');
    const test = await rules.app.ask(rules.admin, {
      path: `/api/connections/${rules.id}/test`,
      method: 'POST',
    });
    expect(test.body.ok).toBe(true);
    expect(await rules.signsIn('ana')).toBe(false);
    expect(rules.leftovers()).toEqual([]);
  });
});
