import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { until } from '@cairn/testing';
import type { Person } from '@cairn/testing';
import { testProjects } from './test-projects.ts';
import type { ProjectRow } from './test-projects.ts';
import { sendAction } from './send-action.ts';
import type { ActionFields } from './send-action.ts';
import type { TestFieldSync } from './test-app.ts';

/** Content by path. */
export type Files = Record<string, string | Buffer>;

export type PushedProjects = ReturnType<typeof pushedProjects>;

/** Projects with applied versions, written as runs write them, and targets that they are copied to. */
export function pushedProjects(app: TestFieldSync, person: Person) {
  const { db, storage } = app.context;
  const { addProject } = testProjects(app);
  const post = async (fields: ActionFields) =>
    (await sendAction(app, person, { path: 'rsync.php', fields })).body;

  async function keep(content: string | Buffer): Promise<string> {
    const sha256 = createHash('sha256').update(content).digest('hex');
    const found = await db
      .selectFrom('objects')
      .select('key')
      .where('sha256', '=', sha256)
      .executeTakeFirst();
    if (found) return found.key;
    const key = `${sha256.slice(0, 2)}/${sha256}-${randomBytes(4).toString('hex')}`;
    await mkdir(dirname(storage.path(key)), { recursive: true });
    await writeFile(storage.path(key), content, { mode: 0o600 });
    const sha1 = createHash('sha1').update(content).digest('hex');
    await db
      .insertInto('objects')
      .values({ key, sha256, sha1, size: Buffer.byteLength(content) })
      .execute();
    return key;
  }

  async function push(targetId: number) {
    const { rows } = await app.admin.query(
      'SELECT * FROM field_sync.pushes WHERE file_target_id = $1 ORDER BY id DESC LIMIT 1',
      [targetId],
    );
    return rows[0] as Record<string, any> | undefined;
  }

  async function ended(targetId: number): Promise<Record<string, any>> {
    let last: Record<string, any> | undefined;
    await until('the copy has ended', async () => {
      last = await push(targetId);
      return last !== undefined && last.finished_at !== null;
    });
    return last!;
  }

  /** The version that a project has applied from now on. */
  async function apply(projectId: number, files: Files): Promise<void> {
    const version = randomBytes(4).toString('hex');
    const keys = new Map<string | Buffer, string>();
    for (const content of new Set(Object.values(files))) keys.set(content, await keep(content));
    const entries = Object.entries(files).map(([path, content]) => ({ path, key: keys.get(content)! }));
    const snapshot = await db
      .insertInto('snapshots')
      .values({ project_id: projectId, version, package_sha256: version })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.admin.query(
      `INSERT INTO field_sync.snapshot_files (snapshot_id, path, object_key) SELECT $1, * FROM unnest($2::text[], $3::text[])`,
      [snapshot.id, entries.map(({ path }) => path), entries.map(({ key }) => key)],
    );
    await app.admin.query(
      `UPDATE field_sync.projects SET applied_seq = applied_seq + 1, applied_snapshot_id = $2 WHERE id = $1`,
      [projectId, snapshot.id],
    );
  }

  return {
    post,
    push,
    ended,
    add: addProject,
    apply,

    /** A project that has applied these files. */
    async addApplied(files: Files): Promise<ProjectRow> {
      const project = await addProject();
      await apply(project.id, files);
      return project;
    },

    /** Saves a target, to which the projects are copied. */
    async target(fields: ActionFields, projectIds: number[]): Promise<number> {
      const saved = await post({ save: '', id: 0, name: randomBytes(6).toString('hex'), ...fields });
      if (!saved.success) throw new Error(saved.message);
      for (const projectId of projectIds)
        await db
          .insertInto('project_file_targets')
          .values({ project_id: projectId, file_target_id: saved.id })
          .execute();
      return saved.id;
    },

    /** Copies by hand, and waits for the end. */
    async start(targetId: number): Promise<Record<string, any>> {
      const { success, message } = await post({ start: '', id: targetId });
      if (!success) throw new Error(message);
      return ended(targetId);
    },
  };
}

/** The content of a folder by path, without our mark. */
export async function readFiles(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const pairs = await Promise.all(
    files.map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const),
  );
  return Object.fromEntries(pairs.filter(([path]) => !path.startsWith('.cairn-sync/')).sort());
}
