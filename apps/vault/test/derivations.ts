import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { VaultSchemas } from '@cairn/contracts';
import { readRows } from '@cairn/testing';
import { ask } from './client.ts';
import type { Answer } from './client.ts';
import { startTestVault, SAMPLE_DATA } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

export type Derivations = Awaited<ReturnType<typeof openDerivations>>;
type Derived = VaultSchemas['Derived'] & { error: string };

/** A vault with a worker that derives versions, ada who may upload, and an administrator. */
export async function openDerivations() {
  const app = await startTestVault({ inspects: false });
  const ada = await app.signUp({ username: 'ada' });
  const root = await app.signUp({ username: 'root', isAdmin: true });
  const worker = app.work('version.derive');
  await worker.ready;
  return {
    app,
    ada,
    root,
    worker,
    derive(
      dataset: string,
      version: number,
      operation: 'filter' | 'dissolve' | 'clip' | 'derive' | 'derive/version' | 'derive/preview',
      json: unknown,
      by: Person = ada,
    ): Promise<Answer<Derived>> {
      const path = `/datasets/${encodeURIComponent(dataset)}/versions/${version}/${operation}`;
      return ask(app, by, { method: 'POST', path, json });
    },
    async version(id: number) {
      const { rows } = await app.admin.query('SELECT * FROM vault.versions WHERE id = $1', [id]);
      return rows[0];
    },
    async versionId(dataset: string, version: number): Promise<number> {
      const { rows } = await app.admin.query(
        `SELECT v.id::int FROM vault.versions v JOIN vault.datasets d ON d.id = v.dataset_id
          WHERE d.name = $1 AND v.version = $2`,
        [dataset, version],
      );
      return rows[0].id;
    },
    /** The job once it has ended. */
    async ended(id: string): Promise<VaultSchemas['Job']> {
      await app.context.jobs.finished(Number(id));
      return (await ask(app, ada, { path: `/api/jobs/${id}` })).body;
    },
    async close() {
      await worker.stop();
      await app.close();
    },
  };
}

let downloads = 0;

/** Downloads a version and returns its path. */
export async function download({ app, ada }: { app: TestVault; ada: Person }, id: number): Promise<string> {
  const { status, body } = await ask(app, ada, { path: `/versions/${id}/download` });
  if (status !== 200) throw new Error(`the download was answered with ${status}`);
  const path = join(app.storageRoot, `download-${(downloads += 1)}.gpkg`);
  await writeFile(path, body);
  return path;
}

/** Rows of a GeoPackage as plain objects; a name without a folder is one of the sample data. */
export function rowsOf(file: string, sql: string): Record<string, unknown>[] {
  return readRows(file.includes('/') ? file : join(SAMPLE_DATA, file), sql);
}
