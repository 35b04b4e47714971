import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PollResult, Provider } from '../src/features/providers/types.ts';
import type { TestFieldSync } from './test-app.ts';

export interface NewTestProject {
  name: string;
  serverId: number;
  linkId: number;
  /** Of the provider; the name unless said otherwise. */
  projectRef?: string;
  schema?: string;
  geopackage?: string;
  /** Columns beside these. */
  row?: Record<string, unknown>;
}

export type TestProjects = ReturnType<typeof testProjects>;

/** Servers, database links and projects as their actions write them. */
export function testProjects(app: Pick<TestFieldSync, 'admin' | 'config'>) {
  const { admin } = app;

  async function insert(table: string, row: Record<string, unknown>): Promise<number> {
    const names = Object.keys(row);
    const { rows } = await admin.query(
      `INSERT INTO field_sync.${table} (${names.map((name) => `"${name}"`).join(', ')})
       VALUES (${names.map((_name, index) => `$${index + 1}`).join(', ')}) RETURNING id`,
      Object.values(row),
    );
    return rows[0].id;
  }

  return {
    addServer: (name: string, row: Record<string, unknown> = {}) =>
      insert('servers', { name, type: 'folder', url: '.', ...row }),
    addLink: (name: string, row: Record<string, unknown> = {}) =>
      insert('database_links', {
        ...{ name, host: '127.0.0.1', port: 5432, username: 'nobody', dbname: 'nothing' },
        ...row,
      }),
    addFileTarget: (name: string) =>
      insert('file_targets', { name, sync_type: 'local', local_project_id: name }),
    addProject({ name, serverId, linkId, projectRef = name, schema, geopackage, row }: NewTestProject) {
      return insert('projects', {
        ...{ name, server_id: serverId, pglink_id: linkId, project_id: projectRef },
        ...{ schema: schema ?? name, geopackage: geopackage ?? 'survey.gpkg', started: true, ...row },
      });
    },
    /** Puts a file into the folder of a project at once, as a careful program does. */
    async putFile(project: string, path: string, content: Uint8Array | string): Promise<void> {
      const target = join(app.config.folderProviderRoot, project, path);
      await mkdir(join(target, '..'), { recursive: true });
      await writeFile(join(target, '..', '.new'), content);
      await rename(join(target, '..', '.new'), target);
    },
    async project(id: number): Promise<Record<string, any>> {
      return (await admin.query('SELECT * FROM field_sync.projects WHERE id = $1', [id])).rows[0];
    },
    async server(id: number): Promise<Record<string, any>> {
      return (await admin.query('SELECT * FROM field_sync.servers WHERE id = $1', [id])).rows[0];
    },
    /** Of a project, oldest first. */
    async runs(projectId: number): Promise<Record<string, any>[]> {
      return (
        await admin.query('SELECT * FROM field_sync.runs WHERE project_id = $1 ORDER BY id', [projectId])
      ).rows;
    },
    /** As time does: the rhythm of the server's projects comes round, and what waits for a moment is due. */
    async passTime(serverId: number): Promise<void> {
      await admin.query(
        `UPDATE field_sync.servers SET polled_at = polled_at - interval '3 days', retry_at = NULL WHERE id = $1`,
        [serverId],
      );
      await admin.query(
        `UPDATE field_sync.projects SET due_at = now() - interval '2 days', retry_at = NULL WHERE server_id = $1`,
        [serverId],
      );
    },
  };
}

/** A provider whose answers a test sets, and which counts what it is asked. */
export function scriptedProvider() {
  const versions = new Map<string, PollResult | Error>();
  const polls: string[][] = [];
  let silent = false;
  const notAsked = () => Promise.reject(new Error('not asked in this test'));
  const provider: Provider = {
    type: 'field',
    list: notAsked,
    files: notAsked,
    open: notAsked,
    info: notAsked,
    resolve: async (id) => ({ id, label: id, version: 'v1', updatedAt: null }),
    async poll(ids, signal) {
      polls.push([...ids]);
      if (silent) {
        await new Promise((_resolve, reject) =>
          signal?.addEventListener('abort', () => reject(signal.reason as Error)),
        );
      }
      const failure = versions.get('*');
      if (failure instanceof Error) throw failure;
      return new Map(ids.flatMap((id) => (versions.has(id) ? [[id, versions.get(id) as PollResult]] : [])));
    },
  };
  return {
    provider,
    polls,
    setVersion: (id: string, version: string) => versions.set(id, { version, updatedAt: null }),
    setProblem: (id: string, problem: 'missing' | 'denied', sentence = 'The provider says no.') =>
      versions.set(id, { problem, sentence }),
    /** Every poll fails; null ends that. */
    setFailure(error: Error | null) {
      if (error) versions.set('*', error);
      else versions.delete('*');
    },
    setSilent(value: boolean) {
      silent = value;
    },
  };
}
