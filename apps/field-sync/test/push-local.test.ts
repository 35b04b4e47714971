import { lstat, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pushedProjects, readFiles } from './pushed-project.ts';
import type { PushedProjects } from './pushed-project.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

let app: TestFieldSync;
let projects: PushedProjects;
beforeAll(async () => {
  app = await startTestFieldSync();
  projects = pushedProjects(app, await app.signUp({ username: 'bea', isAdmin: true }));
  await app.work('field_sync.push').ready;
});
afterAll(() => app.close());

const FILES = { 'trees.gpkg': 'package', 'photos/1.jpg': 'one', 'photos/2.jpg': 'two' };
const folderOf = (name: string) => join(app.config.localTargetsRoot, name);
const local = (name: string) => ({ sync_type: 'local', local_project_id: name });

test('POST /admin/action/rsync.php start copies the applied version into the folder of a local target, and deletes there what is gone', async () => {
  const project = await projects.addApplied(FILES);
  const target = await projects.target(local('trees'), [project.id]);
  expect(await projects.start(target)).toMatchObject({
    ...{ status: 'succeeded', files: 3, deleted: 0, total_files: 3, exit_code: 0, error: null, seq: '1' },
  });
  expect(await readFiles(folderOf('trees'))).toEqual(FILES);
  expect(await readdir(join(folderOf('trees'), '.cairn-sync'))).toEqual([project.uuid]);
  expect((await lstat(join(folderOf('trees'), 'trees.gpkg'))).mode & 0o777).toBe(0o644);
  await projects.apply(project.id, { 'trees.gpkg': 'package 2', 'photos/1.jpg': 'one' });
  expect(await projects.start(target)).toMatchObject({ status: 'succeeded', files: 1, deleted: 1 });
  expect(await readFiles(folderOf('trees'))).toEqual({ 'trees.gpkg': 'package 2', 'photos/1.jpg': 'one' });
  expect(await projects.start(target)).toMatchObject({ status: 'succeeded', files: 0, deleted: 0 });
});

test('POST /admin/action/rsync.php start copies the same version again where someone changed the folder', async () => {
  const project = await projects.addApplied(FILES);
  const target = await projects.target(local('changed'), [project.id]);
  await projects.start(target);
  await rm(join(folderOf('changed'), 'photos/1.jpg'));
  await writeFile(join(folderOf('changed'), 'theirs.txt'), 'gone');
  expect(await projects.start(target)).toMatchObject({
    ...{ status: 'succeeded', files: 1, deleted: 1, exit_code: 0 },
  });
  expect(await readFiles(folderOf('changed'))).toEqual(FILES);
  expect(await projects.start(target)).toMatchObject({ files: 0, deleted: 0, exit_code: 0 });
});

test('a project with files=package is copied as its package alone', async () => {
  const project = await projects.add({ row: { files: 'package' } });
  await projects.apply(project.id, FILES);
  const target = await projects.target(local('package'), [project.id]);
  expect(await projects.start(target)).toMatchObject({ status: 'succeeded', files: 1 });
  expect(await readFiles(folderOf('package'))).toEqual({ 'trees.gpkg': 'package' });
});

test('a folder with files of others is copied to, and nothing is ever deleted in it', async () => {
  const project = await projects.addApplied(FILES);
  const target = await projects.target(local('shared'), [project.id]);
  await mkdir(folderOf('shared'), { recursive: true });
  await writeFile(join(folderOf('shared'), 'theirs.txt'), 'kept');
  expect(await projects.start(target)).toMatchObject({
    ...{ status: 'succeeded', files: 3 },
    log: expect.stringContaining('The folder has 1 files or folders that are not of this project.'),
  });
  await projects.apply(project.id, { 'trees.gpkg': 'package' });
  expect(await projects.start(target)).toMatchObject({ status: 'succeeded', deleted: 0 });
  expect(await readFiles(folderOf('shared'))).toEqual({ ...FILES, 'theirs.txt': 'kept' });
});

test('nothing is copied to a folder with the mark of another project', async () => {
  const [first, second] = [await projects.add(), await projects.add()];
  await projects.apply(first.id, FILES);
  await projects.start(await projects.target(local('one'), [first.id]));
  await projects.apply(second.id, { 'trees.gpkg': 'other' });
  const target = await projects.target(local('one'), [second.id]);
  expect(await projects.start(target)).toMatchObject({
    ...{ status: 'failed', error_code: 'field_sync.folder_of_other_project' },
  });
  expect(await readFiles(folderOf('one'))).toEqual(FILES);
});

test('no more is deleted than max_delete_percent allows, also when it is started again, until someone raises it', async () => {
  const project = await projects.add();
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`photos/${n}.jpg`, `photo ${n}`]));
  await projects.apply(project.id, { ...FILES, ...many });
  const target = await projects.target(local('many'), [project.id]);
  await projects.start(target);
  await projects.apply(project.id, FILES);
  // A quarter of 62 files: photos/1.jpg and photos/2.jpg are among both.
  const guarded = { status: 'failed', exit_code: 25, error_code: 'field_sync.too_many_deletions' };
  expect(await projects.start(target)).toMatchObject({
    ...{ ...guarded, deleted: 0, error: expect.stringMatching(/ 58 files .* at most 15 /) },
  });
  expect(await projects.start(target)).toMatchObject({ ...guarded, deleted: 0 });
  await projects.apply(project.id, { ...FILES, 'new.txt': 'new' });
  expect(await projects.start(target)).toMatchObject({ ...guarded, files: 1, deleted: 0 });
  expect(Object.keys(await readFiles(folderOf('many')))).toHaveLength(3 + 58 + 1);
  await app.admin.query('UPDATE field_sync.projects SET max_delete_percent = 100 WHERE id = $1', [
    project.id,
  ]);
  expect(await projects.start(target)).toMatchObject({ status: 'succeeded', exit_code: 0, deleted: 58 });
  expect(await readFiles(folderOf('many'))).toEqual({ ...FILES, 'new.txt': 'new' });
});

test('POST /admin/action/rsync.php excludes: files that match the patterns are neither copied nor deleted', async () => {
  const project = await projects.addApplied(FILES);
  const target = await projects.target(local('patterns'), [project.id]);
  await projects.post({ excludes: '*.jpg\r\n', id: target });
  await projects.start(target);
  await writeFile(join(folderOf('patterns'), 'theirs.jpg'), 'kept');
  expect(await projects.start(target)).toMatchObject({ status: 'succeeded', files: 0, deleted: 0 });
  expect(await readFiles(folderOf('patterns'))).toEqual({ 'theirs.jpg': 'kept', 'trees.gpkg': 'package' });
});

test('a version without files, and a file whose name leads out of the folder, are not copied', async () => {
  const project = await projects.addApplied(FILES);
  const target = await projects.target(local('empty'), [project.id]);
  await projects.start(target);
  await projects.apply(project.id, {});
  expect(await projects.start(target)).toMatchObject({
    status: 'failed',
    error_code: 'field_sync.empty_tree',
  });
  for (const path of ['../out', '/out', 'a//b', 'photos/../../out']) {
    await projects.apply(project.id, { ...FILES, [path]: 'out' });
    expect(await projects.start(target)).toMatchObject({
      status: 'failed',
      error_code: 'field_sync.tree_path',
    });
  }
  expect(await readFiles(folderOf('empty'))).toEqual(FILES);
  expect(await readdir(app.config.localTargetsRoot)).not.toContain('out');
});

test('a link in place of the folder is not followed, and a link below it is replaced', async () => {
  const project = await projects.addApplied(FILES);
  const elsewhere = join(app.storageRoot, 'elsewhere');
  await mkdir(elsewhere);
  await symlink(elsewhere, folderOf('link'));
  const target = await projects.target(local('link'), [project.id]);
  expect(await projects.start(target)).toMatchObject({
    ...{ status: 'failed', error_code: 'field_sync.target_not_a_folder' },
  });
  await rm(folderOf('link'));
  await mkdir(folderOf('link'));
  await symlink(elsewhere, join(folderOf('link'), 'photos'));
  await projects.start(target);
  expect(await readFiles(folderOf('link'))).toEqual(FILES);
  expect(await readdir(elsewhere)).toEqual([]);
});

test('usr_grp gives the files to that user and group, or the log says that this is not possible', async () => {
  const project = await projects.addApplied(FILES);
  const target = await projects.target({ ...local('owned'), usr_grp: 'nobody:daemon' }, [project.id]);
  const push = await projects.start(target);
  expect(push).toMatchObject({ status: 'succeeded' });
  const { uid } = await lstat(join(folderOf('owned'), 'photos/1.jpg'));
  if (process.getuid?.() === 0) expect(uid).toBe(65_534);
  else expect(push.log).toContain('could not be set to nobody:daemon');
  const unknown = await projects.target({ ...local('unowned'), usr_grp: 'nosuchuser' }, [project.id]);
  expect(await projects.start(unknown)).toMatchObject({ error_code: 'field_sync.no_such_account' });
});

test('POST /admin/action/rsync.php log answers the last copies with their lines as escaped HTML', async () => {
  const project = await projects.add({ name: 'Trees & <b>shrubs</b>' });
  await projects.apply(project.id, { 'trees.gpkg': 'x', '<script>.txt': 'y' });
  const target = await projects.target(local('log'), [project.id]);
  await projects.start(target);
  const { success, message } = await projects.post({ log: '', id: target });
  expect(success).toBe(true);
  expect(message).toContain(
    'Trees &amp; &lt;b&gt;shrubs&lt;/b&gt;: succeeded; 2 files (2 bytes) copied, 0 deleted',
  );
  expect(message).toContain('&lt;script&gt;.txt');
  expect(message).not.toContain('<');
});

test('POST /admin/action/rsync.php start without a project to copy, and stop without a copy under way, say so', async () => {
  const project = await projects.add();
  const target = await projects.target(local('none'), [project.id]);
  expect(await projects.post({ start: '', id: target })).toMatchObject({ success: false });
  expect(await projects.post({ stop: '', id: target })).toMatchObject({
    ...{ success: true, message: expect.stringMatching(/^Nothing was being copied to /) },
  });
  expect(await projects.post({ log: '', id: target })).toEqual({ success: true, message: '' });
  for (const action of ['start', 'stop', 'log'])
    expect(await projects.post({ [action]: '', id: 99_999 })).toMatchObject({ success: false });
});
