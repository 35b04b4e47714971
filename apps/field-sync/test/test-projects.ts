import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestFieldSync } from './test-app.ts';

export interface NewTestProject {
  name?: string;
  /** A folder server of its own unless said otherwise. */
  serverId?: number;
  /** A link of its own that leads nowhere unless said otherwise. */
  linkId?: number;
  /** Of the provider; the name unless said otherwise. */
  projectRef?: string;
  schema?: string;
  geopackage?: string;
  /** Further columns. */
  row?: Record<string, unknown>;
}

export interface ProjectRow {
  id: number;
  uuid: string;
  name: string;
  geopackage: string;
  files: 'all' | 'package';
}

export type TestProjects = ReturnType<typeof testProjects>;

/** Servers, database links and projects as their actions write them. */
export function testProjects(app: Pick<TestFieldSync, 'admin' | 'config'>) {
  const { admin } = app;

  async function insert(table: string, row: Record<string, unknown>): Promise<Record<string, any>> {
    const names = Object.keys(row);
    const { rows } = await admin.query(
      `INSERT INTO field_sync.${table} (${names.map((name) => `"${name}"`).join(', ')})
       VALUES (${names.map((_name, index) => `$${index + 1}`).join(', ')}) RETURNING *`,
      Object.values(row),
    );
    return rows[0];
  }

  async function addServer(name: string, row: Record<string, unknown> = {}): Promise<number> {
    return (await insert('servers', { name, type: 'folder', url: '.', ...row })).id;
  }

  async function addLink(name: string, row: Record<string, unknown> = {}): Promise<number> {
    const address = { host: '127.0.0.1', port: 5432, username: 'nobody', dbname: 'nothing' };
    return (await insert('database_links', { name, ...address, ...row })).id;
  }

  async function addProject({ name = randomUUID(), ...given }: NewTestProject = {}): Promise<ProjectRow> {
    const { projectRef = name, schema = name, geopackage = 'trees.gpkg', row } = given;
    const serverId = given.serverId ?? (await addServer(`server of ${name}`));
    const linkId = given.linkId ?? (await addLink(`database of ${name}`));
    return (await insert('projects', {
      ...{ name, server_id: serverId, pglink_id: linkId, project_id: projectRef },
      ...{ schema, geopackage, ...row },
    })) as ProjectRow;
  }

  return {
    addServer,
    addLink,
    addFileTarget: async (name: string): Promise<number> =>
      (await insert('file_targets', { name, sync_type: 'local', local_project_id: name })).id,
    addProject,
    /** The id of a project that is started. */
    startProject: async (project: NewTestProject): Promise<number> =>
      (await addProject({ ...project, row: { started: true, ...project.row } })).id,
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
    /** As if time had passed: the projects of the server are due, and no pause is left. */
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
