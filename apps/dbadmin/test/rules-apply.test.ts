import { chownSync, readFileSync, statSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { STRICT, startRulesApp } from './rules-app.ts';
import type { RulesApp } from './rules-app.ts';

let rules: RulesApp;

beforeAll(async () => {
  rules = await startRulesApp();
});

beforeEach(() => rules.begin());
afterAll(() => rules.close());

describe('applied rules', () => {
  test('POST /api/connections/{id}/access-rules/apply lets only the roles of rules sign in', async () => {
    await rules.add();
    await rules.add({ name: 'ben, switched off', role_name: 'ben', enabled: false });
    expect(await rules.signsIn('ana')).toBe(false);
    const { status, body } = await rules.apply();
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        applied: true,
        file_path: rules.server.hbaFile,
        backup_path: expect.stringContaining('pg_hba.conf.cairn-'),
        rules: 1,
        applied_at: expect.any(String),
      },
    });
    expect({
      'ana in gis': await rules.signsIn('ana'),
      'ana in postgres': await rules.signsIn('ana', 'postgres'),
      'ben in gis': await rules.signsIn('ben'),
    }).toEqual({ 'ana in gis': true, 'ana in postgres': false, 'ben in gis': false });
    expect(readFileSync(body.backup_path, 'utf8')).toBe(STRICT);
    expect(await rules.list()).toMatchObject({ unapplied: false, can_undo: true, applied_by: 'admin' });
  });

  test('the file keeps its owner, mode and other lines, and has one block at the top that starts with the guard line', async () => {
    const { uid, gid } = statSync(rules.server.dataFolder);
    chownSync(rules.server.hbaFile, uid, gid);
    const before = statSync(rules.server.hbaFile);
    await rules.add({ name: 'Büro 1', database_name: '', role_name: 'a b@c' });
    await rules.apply();
    await rules.add({
      name: 'second',
      cidr: 'fd00::/8',
      auth_method: 'md5',
      database_name: 'gis',
      role_name: '',
    });
    await rules.apply();
    const lines = rules.hba().split('\n');
    expect(lines.slice(1, 7)).toEqual([
      '# Allows Cairn itself to connect.',
      'host all "postgres" 127.0.0.1/32 scram-sha-256',
      '# rule: Büro 1',
      'host all "a b@c" 127.0.0.1/32 scram-sha-256',
      '# rule: second',
      'host "gis" all fd00::/8 md5',
    ]);
    expect(lines.slice(8).join('\n')).toBe(STRICT);
    expect(rules.hba().match(/cairn network rules/g)).toHaveLength(2);
    const after = statSync(rules.server.hbaFile);
    expect([after.uid, after.gid, after.mode]).toEqual([before.uid, before.gid, before.mode]);
    expect(rules.leftovers()).toHaveLength(2);
  });

  test('rules with names like our markers can be applied and deleted', async () => {
    const before = rules.hba();
    const names = ['END cairn network rules', 'BEGIN cairn network rules (written by Cairn)'];
    const ids = [];
    for (const name of names) ids.push(await rules.add({ name, cidr: '10.0.0.0/8' }));
    expect((await rules.apply()).status).toBe(200);
    for (const id of ids) await rules.call('DELETE', `/${id}`);
    expect((await rules.apply()).status).toBe(200);
    expect(rules.hba()).not.toContain('10.0.0.0/8');
    expect(rules.hba()).toContain(before);
  });

  test('GET /api/connections/{id}/access-rules/file lists every rule of the server and marks those that are managed', async () => {
    const file = async () => (await rules.call('GET', '/file')).body;
    const byHand = {
      type: 'host',
      databases: ['all'],
      roles: ['postgres'],
      from: '127.0.0.1/32',
      auth_method: 'scram-sha-256',
      managed: false,
      error: null,
    };
    expect(await file()).toEqual([expect.objectContaining({ ...byHand, line: 2 })]);
    await rules.add();
    await rules.apply();
    const after = await file();
    expect(after.map(({ managed }: { managed: boolean }) => managed)).toEqual([true, true, false]);
    expect(after[1]).toMatchObject({ databases: ['gis'], roles: ['ana'], from: '127.0.0.1/32' });
    expect(after[2]).toMatchObject(byHand);
  });

  test('GET /api/connections/{id}/access-rules/preview?context=all returns the whole file', async () => {
    await rules.writeHba(STRICT + '# more\n'.repeat(20));
    await rules.add();
    const short = (await rules.call('GET', '/preview')).body;
    const whole = (await rules.call('GET', '/preview?context=all')).body;
    expect(short.diff.at(-1)).toEqual({ kind: 'gap', text: '20 lines' });
    expect(whole.diff.filter(({ kind }: { kind: string }) => kind === 'same')).toHaveLength(23);
    expect(whole.diff.some(({ kind }: { kind: string }) => kind === 'gap')).toBe(false);
  });

  test('applying again changes nothing in the file', async () => {
    await rules.add();
    await rules.apply();
    const once = rules.hba();
    await rules.apply();
    expect(rules.hba()).toBe(once);
    expect((await rules.preview()).diff).toEqual([]);
  });

  test('a name that looks like a pattern or a file is only a name in the file', async () => {
    await rules.server.query('postgres', 'CREATE ROLE "x, all" LOGIN');
    await rules.app.admin.query(
      `INSERT INTO dbadmin.access_rules (connection_id, position, name, cidr, auth_method, database_name, role_name)
       VALUES ($1, 1, 'sly', '127.0.0.1/32', 'scram-sha-256', 'all', '+ana'), ($1, 2, 'slyer', '127.0.0.1/32', 'md5', '@/etc/passwd', 'a" trust #')`,
      [rules.id],
    );
    expect((await rules.apply()).status).toBe(200);
    expect(rules.hba()).toContain('host "all" "+ana" 127.0.0.1/32 scram-sha-256');
    expect(await rules.signsIn('ana')).toBe(false);
    expect(await rules.signsIn('ben')).toBe(false);
  });

  test('POST /api/connections/{id}/access-rules/undo restores the file, one application after the other', async () => {
    await rules.add();
    await rules.apply();
    const first = rules.hba();
    await rules.add({ name: 'ben', role_name: 'ben' });
    await rules.apply();
    expect(await rules.signsIn('ben')).toBe(true);
    expect((await rules.call('POST', '/undo')).body).toMatchObject({ applied: true, rules: 1 });
    expect(rules.hba()).toBe(first);
    expect([await rules.signsIn('ana'), await rules.signsIn('ben')]).toEqual([true, false]);
    expect(await rules.list()).toMatchObject({ unapplied: true, can_undo: true });
    expect((await rules.call('POST', '/undo')).body).toMatchObject({ applied: true, rules: 0 });
    expect(rules.hba()).toBe(STRICT);
    expect(await rules.signsIn('ana')).toBe(false);
    expect((await rules.call('POST', '/undo')).status).toBe(409);
    expect(rules.leftovers()).toEqual([]);
  });

  test('the last ten applications can be undone, and backups of older ones are deleted', async () => {
    for (let index = 0; index < 12; index += 1) {
      await rules.add({ name: `rule ${index}` });
      expect((await rules.apply()).status).toBe(200);
    }
    expect(rules.leftovers()).toHaveLength(10);
    for (let index = 0; index < 10; index += 1) expect((await rules.call('POST', '/undo')).status).toBe(200);
    expect((await rules.list()).can_undo).toBe(false);
    expect((await rules.call('POST', '/undo')).status).toBe(409);
    expect(rules.hba().match(/^# rule:/gm)).toHaveLength(2);
    expect(rules.leftovers()).toEqual([]);
  });

  test('undo returns 409 and changes nothing when the file was edited by hand', async () => {
    await rules.add();
    await rules.apply();
    await rules.writeHba(`${rules.hba()}# by hand\n`);
    expect((await rules.call('POST', '/undo')).status).toBe(409);
    expect(rules.hba()).toMatch(/# by hand\n$/);
  });

  test('without rules the block contains the guard line only', async () => {
    expect((await rules.apply()).body.rules).toBe(0);
    expect(rules.hba().split('\n')[2]).toBe('host all "postgres" 127.0.0.1/32 scram-sha-256');
  });
});

describe('the preview', () => {
  test('GET /api/connections/{id}/access-rules/preview shows the block and what would change, and changes nothing', async () => {
    await rules.writeHba(STRICT + Array.from({ length: 20 }, (_, index) => `# line ${index}\n`).join(''));
    const before = rules.hba();
    await rules.add();
    const body = await rules.preview();
    expect(body).toMatchObject({
      file_path: rules.server.hbaFile,
      own_path: rules.server.hbaFile,
      can_apply: true,
    });
    expect(body).not.toHaveProperty('reason');
    expect(body.diff.map(({ kind, text }: any) => `${kind} ${text}`)).toEqual([
      ...body.block.split('\n').map((line: string) => `added ${line}`),
      'same # kept by hand',
      'same host all postgres 127.0.0.1/32 scram-sha-256',
      'same # the end',
      'gap 20 lines',
    ]);
    expect(body.diff[0].line).toBe(1);
    expect(rules.hba()).toBe(before);
    await rules.apply();
    expect(rules.hba()).toBe(`${body.block}\n${before}`);
  });

  test('a change of one rule shows as removed and added lines', async () => {
    const rule = await rules.add();
    await rules.apply();
    await rules.call('PUT', `/${rule}`, {
      name: 'office',
      cidr: '10.0.0.0/8',
      auth_method: 'md5',
      database_name: 'gis',
      role_name: 'ana',
    });
    const changed = (await rules.preview()).diff.filter(
      ({ kind }: any) => kind === 'added' || kind === 'removed',
    );
    expect(changed).toEqual([
      { kind: 'removed', text: 'host "gis" "ana" 127.0.0.1/32 scram-sha-256', line: 5 },
      { kind: 'added', text: 'host "gis" "ana" 10.0.0.0/8 md5', line: 5 },
    ]);
  });
});
