import type pg from 'pg';

/** A project with a server and a database link of its own, as rows; columns may have other values. */
export async function addProject(
  { admin }: { admin: pg.Pool },
  { name, ...columns }: { name: string } & Record<string, unknown>,
): Promise<number> {
  const names = Object.keys(columns);
  const { rows } = await admin.query(
    `WITH server AS (INSERT INTO field_sync.servers (name, type, url) VALUES ($1, 'folder', '.')
                     ON CONFLICT (lower(name)) DO UPDATE SET name = excluded.name RETURNING id),
          link AS (INSERT INTO field_sync.database_links (name, host, port, username, dbname)
                   VALUES ($1, '127.0.0.1', 9, 'u', 'd')
                   ON CONFLICT (lower(name)) DO UPDATE SET name = excluded.name RETURNING id)
     INSERT INTO field_sync.projects (name, server_id, project_id, geopackage, pglink_id, schema${names.map((each) => `, ${each}`).join('')})
     SELECT $1, server.id, 'project', 'a.gpkg', link.id, 's'${names.map((_, at) => `, $${at + 2}`).join('')}
       FROM server, link RETURNING id`,
    [name, ...Object.values(columns)],
  );
  return rows[0].id;
}
