import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createTestDatabase } from '@cairn/testing';
import { startServiceProcess } from './service-process.ts';
import type { ServiceProcess } from './service-process.ts';

export type FieldSyncProcess = Awaited<ReturnType<typeof startFieldSync>>;

/** Field-sync as it runs in production, with a worker, a portal, and a database with PostGIS into which its projects go. */
export async function startFieldSync(folder: string) {
  const folders = join(folder, 'projects');
  await mkdir(folders, { recursive: true });
  const target = await createTestDatabase();
  const service = await startServiceProcess({
    ...{ name: 'field-sync', folder: join(folder, 'storage'), withWorker: true },
    variables: { FOLDER_PROVIDER_ROOT: folders, OUTBOUND_ALLOWED_CIDRS: '127.0.0.0/8' },
  });
  const db = new pg.Pool({ connectionString: service.databaseUrl, max: 2 });
  const targetDb = new pg.Pool({ connectionString: target.adminUrl, max: 2 });
  await targetDb.query(`GRANT CREATE ON DATABASE ${target.name} TO field_sync`);
  const login = new URL(target.url('field_sync'));
  const link = await act(service, 'pglink.php', {
    ...{ save: '1', id: '0', name: 'bench', sslmode: 'disable' },
    ...{ host: login.hostname, port: login.port, dbname: login.pathname.slice(1) },
    ...{ username: decodeURIComponent(login.username), password: decodeURIComponent(login.password) },
  });
  return {
    service,
    folders,
    linkId: link.id as number,
    db,
    targetDb,
    act: (file: string, fields: Record<string, string>) => act(service, file, fields),
    /** The newest run of a project that ended after another one. */
    async nextRun(projectId: number, after = 0): Promise<{ id: number; kind: string }> {
      for (;;) {
        const { rows } = await db.query(
          `SELECT id::integer, kind, status, error FROM runs
            WHERE project_id = $1 AND id > $2 AND finished_at IS NOT NULL ORDER BY id DESC LIMIT 1`,
          [projectId, after],
        );
        if (rows[0] && rows[0].status !== 'applied')
          throw new Error(`the run is ${rows[0].status}: ${rows[0].error}`);
        if (rows[0]) return rows[0];
        await delay(200);
      }
    },
    async stop(): Promise<void> {
      await Promise.all([db.end(), targetDb.end()]);
      await service.stop();
      await target.drop();
    },
  };
}

/** Sends a form of an action. @throws when it refuses */
export async function act(
  { url, cookie }: ServiceProcess,
  file: string,
  fields: Record<string, string>,
): Promise<any> {
  const answer = await fetch(`${url}/admin/action/${file}`, {
    ...{ method: 'POST', headers: { cookie }, body: new URLSearchParams(fields) },
  });
  const body: any = await answer.json();
  if (body.success === false) throw new Error(`${file}: ${body.message}`);
  return body;
}
