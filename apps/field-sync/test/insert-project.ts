import { randomUUID } from 'node:crypto';
import type { Context } from '../src/context.ts';

export interface ProjectRow {
  id: number;
  uuid: string;
  name: string;
  geopackage: string;
  files: 'all' | 'package';
}

/** A project of the folder provider with a database link, written as its forms would write them. */
export async function insertProject(
  { db }: Pick<Context, 'db'>,
  {
    name = randomUUID() as string,
    geopackage = 'trees.gpkg',
    files = 'all' as ProjectRow['files'],
    ownerId = null as number | null,
  } = {},
): Promise<ProjectRow> {
  const server = await db
    .insertInto('servers')
    .values({ name: `server of ${name}`, type: 'folder', url: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const link = await db
    .insertInto('database_links')
    .values({ name: `database of ${name}`, host: 'localhost', port: 5432, username: 'x', dbname: 'x' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return await db
    .insertInto('projects')
    .values({
      ...{ name, server_id: server.id, project_id: name, geopackage, files },
      ...{ pglink_id: link.id, schema: 'field', owner_id: ownerId },
    })
    .returning(['id', 'uuid', 'name', 'geopackage', 'files'])
    .executeTakeFirstOrThrow();
}
