import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { createDerivedFiles, createPartFiles } from '@cairn/files';
import { createGeopackage, openGeopackage, startTestMerginMaps, startTestQFieldCloud } from '@cairn/testing';
import { createPackageService } from '../src/features/packages/service.ts';
import { RUN_JOB } from '../src/features/runs/enqueue-runs.ts';
import { runJob } from '../src/features/runs/run-job.ts';
import { surveyTables } from './survey.ts';
import { PACKAGE, startSyncApp } from './sync-app.ts';

export type FaultyProviders = Awaited<ReturnType<typeof startFaultyProviders>>;

/** Field-sync with a server of each kind, whose answers tests spoil, and a worker that repeats requests without a pause. */
export async function startFaultyProviders() {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-faulty-providers-'));
  const [sync, mergin, cloud] = await Promise.all([
    ...([startSyncApp(), startTestMerginMaps(), startTestQFieldCloud()] as const),
  ]);
  createGeopackage(join(folder, PACKAGE), surveyTables({ trees: 20 }).slice(0, 1));
  const survey = readFileSync(join(folder, PACKAGE));
  const servers = {
    mergin: await sync.addServer('Server field', 'field', mergin),
    cloud: await sync.addServer('Server cloud', 'cloud', cloud),
  };
  const { db, storage } = sync.context;
  const packages = createPackageService({
    ...{ db, storage, parts: createPartFiles(storage), derivedFiles: createDerivedFiles(storage) },
    ...{ now: () => new Date(), retryMs: 1 },
  });
  let bytesFetched = 0;
  const fetchVersion: typeof packages.fetchVersion = (request) => {
    bytesFetched = 0;
    const onBytes: typeof request.onBytes = (bytes) => {
      bytesFetched = bytes.fetched;
      request.onBytes(bytes);
    };
    return packages.fetchVersion({ ...request, onBytes });
  };
  const processors = { [RUN_JOB]: runJob({ ...sync.context, packages: { ...packages, fetchVersion } }) };
  await sync.context.jobs.work({ processors, concurrency: 2, graceMs: 5_000 }).ready;
  let number = 0;

  const addProject = (name: string, serverId: number, projectRef: string) =>
    sync.startProject({ name, serverId, projectRef });

  return {
    ...{ sync, mergin, cloud, servers, survey, addProject },

    /** A project of Mergin Maps that was never loaded, with a package of some 150 KB that no other project has. */
    async addMerginProject() {
      const name = `project_${(number += 1)}`;
      const path = join(folder, name);
      writeFileSync(path, survey);
      const db = openGeopackage(path);
      db.exec('UPDATE trees SET species = hex(randomblob(50000)) WHERE fid = 1');
      db.close();
      const project = mergin.createProject(name, { files: { [PACKAGE]: readFileSync(path) } });
      return { name, project, id: await addProject(name, servers.mergin, project.id) };
    },

    async poll(serverId: number): Promise<void> {
      await sync.context.beat();
      await sync.pollServer(serverId);
    },

    /** Of the run that fetches, or the last one that did. */
    bytesFetched: () => bytesFetched,

    /** What status, log and next attempt say of the last run of a project, which did not apply anything. */
    async outcomeOf(id: number) {
      // As the worker does every five seconds.
      await sync.context.beat();
      const run = await sync.ended(id);
      const project = await sync.projects.project(id);
      const { status, sub, problem } = await sync.context.serviceControl.status(id);
      const { rows } = await sync.app.admin.query(
        'SELECT level, message FROM field_sync.log_lines WHERE run_id = $1 ORDER BY id DESC LIMIT 1',
        [run.id],
      );
      expect(rows).toEqual([{ level: 'error', message: run.error }]);
      expect([problem, project.started]).toEqual([run.error, true]);
      const waitMs = project.retry_at.getTime() - run.finished_at.getTime();
      return { result: run.status as string, status: `${status} ${sub}`, waitMs, error: run.error as string };
    },

    /** Ends all faults, and stops all projects. */
    async reset(): Promise<void> {
      mergin.reset();
      cloud.reset();
      await sync.app.admin.query(
        `UPDATE field_sync.projects SET started = false; UPDATE field_sync.servers SET failures = 0, problem = NULL`,
      );
    },

    async close(): Promise<void> {
      await sync.close();
      await Promise.all([mergin.close(), cloud.close()]);
      rmSync(folder, { recursive: true });
    },
  };
}
