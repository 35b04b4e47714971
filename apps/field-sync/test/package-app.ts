import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { createDerivedFiles, createPartFiles } from '@cairn/files';
import { createPackageService } from '../src/features/packages/service.ts';
import type { ProviderFile } from '../src/features/providers/types.ts';
import type { ScriptedProvider } from './scripted-provider.ts';
import { startTestFieldSync } from './test-app.ts';
import { testProjects } from './test-projects.ts';
import type { ProjectRow } from './test-projects.ts';

interface FetchOptions {
  version?: string;
  files?: ProviderFile[];
  signal?: AbortSignal;
  onBytes?: (bytes: { total: number; fetched: number }) => void;
}

export type PackageApp = Awaited<ReturnType<typeof startPackageApp>>;

/** Field-sync that fetches and keeps versions as runs do, and says what is stored of them. */
export async function startPackageApp() {
  const app = await startTestFieldSync();
  const { admin, context, storageRoot } = app;
  const { db, storage } = context;
  const clock = { now: Date.now() };

  /** As a process that starts has it. */
  function service() {
    const deps = { db, storage, parts: createPartFiles(storage), derivedFiles: createDerivedFiles(storage) };
    return createPackageService({ ...deps, now: () => new Date(clock.now), retryMs: 1 });
  }

  const partNames = () => readdir(join(storageRoot, 'parts')).catch(() => []);

  async function count(table: string): Promise<number> {
    return (await admin.query(`SELECT count(*)::integer AS n FROM field_sync.${table}`)).rows[0].n;
  }

  async function objectKeys(): Promise<string[]> {
    const keys: string[] = [];
    for await (const key of storage.list()) keys.push(key);
    return keys;
  }

  return {
    ...{ app, clock, service, partNames, count, objectKeys },
    ...{ addProject: testProjects(app).addProject, close: app.close },

    fetchVersion(project: ProjectRow, provider: ScriptedProvider, options: FetchOptions = {}) {
      const { version = provider.version, files = provider.listed() } = options;
      const { signal = new AbortController().signal, onBytes = () => undefined } = options;
      return service().fetchVersion({
        ...{ project, provider, providerId: 'p', pinned: { version, files }, base: null },
        ...{ signal, onBytes, log: async () => undefined },
      });
    },

    /** So many objects are kept, and nothing of a download is left. */
    async expectObjects(objects: number): Promise<void> {
      expect([await count('objects'), (await objectKeys()).length]).toEqual([objects, objects]);
      expect([await count('downloads'), await partNames()]).toEqual([0, []]);
      expect(await storage.unconfirmedKeys()).toEqual(new Set());
    },

    /** Removes all versions, for the next test. */
    async clear(): Promise<void> {
      clock.now = Date.now();
      await admin.query(
        'TRUNCATE field_sync.snapshots, field_sync.objects, field_sync.downloads, field_sync.plans, field_sync.runs CASCADE',
      );
      for (const folder of ['objects', 'parts'])
        await rm(join(storageRoot, folder), { recursive: true, force: true });
    },
  };
}
