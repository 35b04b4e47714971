import { randomBytes } from 'node:crypto';
import { lstatSync, readFileSync, readdirSync } from 'node:fs';
import { chown, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import type { Person } from '@cairn/testing';
import type { ActionFields } from './send-action.ts';
import { pushedProjects, readFiles } from './pushed-project.ts';
import type { PushedProjects } from './pushed-project.ts';
import { readPage } from './read-page.ts';
import { sshServerMissing, startHeldLine, startSshServer } from './ssh-server.ts';
import type { SshServer } from './ssh-server.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

const missing = sshServerMissing();
if (missing) console.warn(missing);
const onServer = missing ? test.skip : test;

let app: TestFieldSync;
let ssh: SshServer;
let projects: PushedProjects;
let bea: Person;
beforeAll(async () => {
  if (missing) return;
  [app, ssh] = await Promise.all([startTestFieldSync(), startSshServer()]);
  bea = await app.signUp({ username: 'bea', isAdmin: true });
  projects = pushedProjects(app, bea);
  await app.work('field_sync.push').ready;
});
afterAll(async () => {
  await app?.close();
  await ssh?.close();
});

const FILES = { 'trees.gpkg': 'package', 'photos/1.jpg': 'one', 'photos/2.jpg': 'two' };
const remote = (folder: string, more: ActionFields = {}): ActionFields => ({
  ...{ sync_type: 'remote', host: ssh.host, port: ssh.port, username: ssh.username },
  ...{ password: ssh.password, folder, ...more },
});
const at = (folder: string) => join(ssh.home, folder);
const targetRow = async (id: number) =>
  (await app.admin.query('SELECT * FROM field_sync.file_targets WHERE id = $1', [id])).rows[0];

onServer(
  'POST /admin/action/rsync.php start copies over SSH with the password, keeps the host key, and then copies what differs',
  async () => {
    const project = await projects.addApplied(FILES);
    const target = await projects.target(remote('field data/trees'), [project.id]);
    expect(await projects.start(target)).toMatchObject({
      ...{ status: 'succeeded', files: 3, deleted: 0, exit_code: 0, error: null },
    });
    expect(await readFiles(at('field data/trees'))).toEqual(FILES);
    expect(await readdir(at('field data/trees/.cairn-sync'))).toEqual([project.uuid]);
    expect((await targetRow(target)).host_key).toMatch(/^127\.0\.0\.1 ssh-ed25519 \S+$/);
    expect(await projects.start(target)).toMatchObject({
      status: 'succeeded',
      files: 0,
      deleted: 0,
      log: '',
    });
    await projects.apply(project.id, { 'trees.gpkg': 'package', 'photos/1.jpg': 'one!' });
    expect(await projects.start(target)).toMatchObject({ status: 'succeeded', files: 1, deleted: 1 });
    expect(await readFiles(at('field data/trees'))).toEqual({
      'trees.gpkg': 'package',
      'photos/1.jpg': 'one!',
    });
  },
);

onServer(
  'of 10,000 files one that changed is transferred, and of those without our mark none is deleted',
  async () => {
    const project = await projects.add();
    const photos = Object.fromEntries(Array.from({ length: 9_999 }, (_, n) => [`photos/${n}.jpg`, 'photo']));
    await projects.apply(project.id, { ...photos, 'trees.gpkg': 'one' });
    const target = await projects.target(remote('many'), [project.id]);
    expect(await projects.start(target)).toMatchObject({ status: 'succeeded', files: 10_000 });
    await projects.apply(project.id, { ...photos, 'trees.gpkg': 'two' });
    expect(await projects.start(target)).toMatchObject({ status: 'succeeded', files: 1, bytes: '3' });
    const other = await projects.addApplied(FILES);
    const { id } = (
      await app.admin.query(
        `UPDATE field_sync.project_file_targets SET project_id = $1 WHERE file_target_id = $2 RETURNING file_target_id AS id`,
        [other.id, target],
      )
    ).rows[0];
    expect(await projects.start(id)).toMatchObject({ error_code: 'field_sync.folder_of_other_project' });
    expect(readdirSync(at('many/photos'))).toHaveLength(9_999);
  },
);

onServer(
  'files that were in the folder before stay, and the deletions of a marked folder have a limit',
  async () => {
    const project = await projects.add();
    await mkdir(at('theirs'));
    await writeFile(at('theirs/old.txt'), 'kept');
    const { uid, gid } = lstatSync(ssh.home);
    for (const path of ['theirs', 'theirs/old.txt']) await chown(at(path), uid, gid);
    await projects.apply(project.id, FILES);
    const theirs = await projects.target(remote('theirs'), [project.id]);
    await projects.start(theirs);
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`more/${n}`, String(n)]));
    await projects.apply(project.id, { ...FILES, ...many });
    const ours = await projects.target(remote('ours'), [project.id]);
    await projects.start(ours);
    await projects.apply(project.id, FILES);
    expect(await projects.start(theirs)).toMatchObject({ status: 'succeeded', deleted: 0 });
    expect(await readFiles(at('theirs'))).toMatchObject({ ...FILES, 'old.txt': 'kept' });
    const guarded = { exit_code: 25, error_code: 'field_sync.too_many_deletions' };
    expect(await projects.start(ours)).toMatchObject({ ...guarded, deleted: 0 });
    expect(await projects.start(ours)).toMatchObject({ ...guarded, deleted: 0 });
  },
);

onServer(
  'a wrong password and a changed host key end the copy with a sentence, before anything is sent',
  async () => {
    const project = await projects.addApplied(FILES);
    const wrong = await projects.target(remote('secrets', { password: 'wrong' }), [project.id]);
    expect(await projects.start(wrong)).toMatchObject({
      ...{ status: 'failed', error_code: 'field_sync.target_sign_in', exit_code: null },
    });
    const target = await projects.target(remote('secrets'), [project.id]);
    await projects.start(target);
    await ssh.changeHostKey();
    await projects.apply(project.id, { ...FILES, new: 'new' });
    const failed = await projects.start(target);
    expect(failed).toMatchObject({ status: 'failed', error_code: 'field_sync.host_key_changed' });
    const [stored, sent] = [...failed.error.matchAll(/ssh-ed25519 (SHA256:[A-Za-z0-9+/]{43})/g)].map(
      ([, key]) => key,
    );
    expect(stored).toBeDefined();
    expect(sent).toBeDefined();
    expect(sent).not.toBe(stored);
    expect(await readFiles(at('secrets'))).toEqual(FILES);
  },
);

onServer(
  'POST /admin/action/rsync.php accept_key takes the new host key of a machine by its fingerprint, which its page shows',
  async () => {
    const project = await projects.addApplied(FILES);
    const target = await projects.target(remote('replaced'), [project.id]);
    await projects.start(target);
    const accept = (fingerprint: string) => projects.post({ accept_key: '', id: target, fingerprint });
    expect(await accept('')).toMatchObject({ message: expect.stringContaining('sent no other host key') });
    await ssh.changeHostKey();
    await projects.apply(project.id, { ...FILES, new: 'new' });
    const { error } = await projects.start(target);
    const page = await readPage(app, bea, `/admin/rsyncs.php?id=${target}`);
    const field = page.withAttribute('value').find(({ attributes }) => attributes.name === 'fingerprint');
    const sent = field?.attributes.value ?? '';
    expect(sent).toMatch(/^ssh-ed25519 SHA256:/);
    expect(error).toContain(`Received: ${sent}.`);
    const before = await targetRow(target);
    for (const other of ['', `${sent}x`, 'ssh-ed25519 SHA256:x'])
      expect(await accept(other)).toMatchObject({ success: false });
    expect(await targetRow(target)).toEqual(before);
    expect(await accept(sent)).toMatchObject({ success: true });
    expect(await targetRow(target)).toMatchObject({
      ...{ host_key: before.offered_host_key, offered_host_key: null },
    });
    const { rows } = await app.admin.query(
      `SELECT actor_name, details FROM field_sync.audit_events WHERE event = 'file_target.host_key_accepted' AND object_id = $1`,
      [target],
    );
    expect(rows).toMatchObject([{ actor_name: 'bea', details: { accepted: sent } }]);
    expect(await projects.start(target)).toMatchObject({ status: 'succeeded', files: 1 });
    expect(await readFiles(at('replaced'))).toEqual({ ...FILES, new: 'new' });
  },
);

onServer('names with spaces and shell characters are copied as they are, also the folder a;id', async () => {
  const names = [
    'a b.txt',
    "quote'd.txt",
    '$(id).txt',
    '-e sh',
    'semi;id',
    'ä/ö ü.jpg',
    '*',
    '`id`',
    'back\\slash',
  ];
  const files = Object.fromEntries(names.map((name) => [name, name]));
  const project = await projects.addApplied(files);
  for (const folder of ['a;id', ':module $HOME']) {
    const target = await projects.target(remote(folder), [project.id]);
    expect(await projects.start(target)).toMatchObject({ status: 'succeeded', files: names.length });
    expect(await readFiles(at(folder))).toEqual(files);
  }
});

onServer(
  'POST /admin/action/rsync.php start copies nothing for a row whose operands are options or roots',
  async () => {
    const refused: ActionFields[] = [
      ...['-oProxyCommand=id', 'a b', 'x/y', 'host:22'].map((host) => ({ host })),
      ...['-l root', 'a/b', 'a@b', '-v'].map((username) => ({ username })),
      ...['/', '.', '~', '~root/x', 'a/../b', 'a\nb', './', '//'].map((folder) => ({ folder })),
      ...['-x', 'a b', 'a:b:c'].map((usr_grp) => ({ usr_grp })),
    ];
    const project = await projects.addApplied(FILES);
    for (const fields of refused) {
      const target = await projects.target(remote('fine'), [project.id]);
      const [[column, value]] = Object.entries(fields) as [[string, string]];
      await app.admin.query(`UPDATE field_sync.file_targets SET ${column} = $1 WHERE id = $2`, [
        value,
        target,
      ]);
      expect([value, await projects.start(target)]).toMatchObject([
        value,
        { status: 'failed', error_code: 'field_sync.target_invalid' },
      ]);
    }
  },
);

onServer(
  'POST /admin/action/rsync.php stop ends a copy in its middle, the next one continues it, and no list of processes has the password',
  async () => {
    const project = await projects.add();
    const size = 24 * 2 ** 20;
    const content = randomBytes(size);
    await projects.apply(project.id, { 'trees.gpkg': content });
    const line = await startHeldLine(ssh.port, size / 2);
    const target = await projects.target(remote('big', { port: line.port }), [project.id]);
    await projects.post({ start: '', id: target });
    await until('half of the file is there', line.isHeld);
    const seen = [...readProcesses('cmdline'), ...readProcesses('environ')];
    expect(seen.some((text) => text.includes('HostKeyAlias=127.0.0.1'))).toBe(true);
    expect(seen.filter((text) => text.includes(ssh.password))).toEqual([]);
    expect(await projects.post({ stop: '', id: target })).toMatchObject({ success: true });
    expect(await projects.ended(target)).toMatchObject({ status: 'cancelled' });
    await until('no process of it is left here', () => sshProcesses().length === 0);
    line.release();
    await until('the part is kept', () => partSize() > size / 4);
    const before = line.sent();
    expect(await projects.start(target)).toMatchObject({ status: 'succeeded', files: 1 });
    expect(line.sent() - before).toBeLessThan(size * 0.85);
    expect(readFileSync(at('big/trees.gpkg')).equals(content)).toBe(true);
    line.close();

    function partSize(): number {
      try {
        return lstatSync(at('big/.cairn-partial/trees.gpkg')).size;
      } catch {
        return 0;
      }
    }
    function sshProcesses(): string[] {
      return readProcesses('cmdline').filter((text) => text.includes(`User=${ssh.username}`));
    }
  },
);

onServer('usr_grp that the login may not give is said in the log', async () => {
  const project = await projects.addApplied(FILES);
  const target = await projects.target(remote('owned', { usr_grp: 'nobody:daemon' }), [project.id]);
  expect(await projects.start(target)).toMatchObject({
    ...{ status: 'succeeded', files: 3 },
    log: expect.stringContaining('The owner and group of the files could not be set to nobody:daemon'),
  });
  const own = await projects.target(remote('own', { usr_grp: ssh.username }), [project.id]);
  expect((await projects.start(own)).log).not.toContain('could not be set');
});

onServer('a target that does not answer is tried again, until someone stops it', async () => {
  const project = await projects.addApplied(FILES);
  const target = await projects.target(remote('away', { port: 1 }), [project.id]);
  await projects.post({ start: '', id: target });
  await until('it was tried', async () => (await projects.push(target))?.error_code !== null);
  expect(await projects.push(target)).toMatchObject({
    ...{ status: 'queued', error: expect.stringContaining('127.0.0.1 does not answer at port 1.') },
  });
  await projects.post({ stop: '', id: target });
  expect(await projects.ended(target)).toMatchObject({ status: 'cancelled' });
});

/** Of all processes of this machine. */
function readProcesses(file: 'cmdline' | 'environ'): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8');
    } catch {
      // It has ended in the meantime.
      return [];
    }
  });
}
