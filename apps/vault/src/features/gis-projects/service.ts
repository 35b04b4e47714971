import { forbidden } from '@cairn/service';
import type { Actor, Call } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { datasetCheck } from '../access/dataset-guard.ts';
import type { DatasetGuard } from '../access/dataset-guard.ts';
import { noSuchGisProject, publishServiceFailed } from './errors.ts';
import { toGisProject, toGisProjects, toGisVersions } from './mapper.ts';
import { findPublishedDatasets, pinGisPublication } from './repo.ts';
import { datasetOfProject } from './types.ts';
import type { GisProject, GisProjectVersion, ListedGisProject } from './types.ts';
import { readJson } from './upstream.ts';
import type { Upstream } from './upstream.ts';

export interface GisProjectDeps {
  db: Db;
  guard: Pick<DatasetGuard, 'allows' | 'datasetLevels'>;
  upstream: Upstream;
}

export type GisProjectService = ReturnType<typeof createGisProjectService>;

/** A request to the publish service for a caller: it ends when the caller leaves. */
type Caller = Pick<Call, 'requestId' | 'signal'>;

const EDIT_IN_VAULT = { resourceType: 'service', resourceKey: 'vault', permission: 'edit' } as const;

/**
 * The projects of the GIS publish service. A project that a dataset was published to has the permissions of the dataset; other
 * projects have those of the vault alone.
 */
export function createGisProjectService({ db, guard, upstream }: GisProjectDeps) {
  /** @throws {AppError} not_found for a project of a dataset that the actor may not see, forbidden without the permission */
  async function requirePermission(actor: Actor, id: string, permission: 'view' | 'edit'): Promise<void> {
    const datasetId = datasetOfProject(id);
    if (datasetId === null) return;
    if (await guard.allows(actor, datasetCheck(datasetId, permission))) return;
    if (permission === 'edit' && (await guard.allows(actor, datasetCheck(datasetId, 'view')))) {
      throw forbidden(
        'vault.gis_project_denied',
        'You do not have the edit permission on the dataset of this GIS project. Ask an administrator for it.',
      );
    }
    throw noSuchGisProject();
  }

  /** What the caller may see of some projects. */
  async function describe(
    actor: Actor,
    projects: (GisProject & { snapshotCount: number })[],
  ): Promise<ListedGisProject[]> {
    const [levels, mayEdit, published] = await Promise.all([
      guard.datasetLevels(actor),
      guard.allows(actor, EDIT_IN_VAULT),
      findPublishedDatasets(
        db,
        projects.flatMap(({ id }) => datasetOfProject(id) ?? []),
      ),
    ]);
    return projects.flatMap((project): ListedGisProject[] => {
      const datasetId = datasetOfProject(project.id);
      if (datasetId === null) return [{ ...project, canEdit: mayEdit }];
      const permission = actor.isAdmin ? 'admin' : levels.of(datasetId)?.permission;
      const dataset = published.get(datasetId);
      // Without a publication it is about to be removed by housekeeping.
      if (!permission || !dataset) return [];
      return [{ ...project, canEdit: mayEdit && permission !== 'view', dataset }];
    });
  }

  async function read(path: string, caller: Caller): Promise<unknown> {
    const { signal } = caller;
    const response = await upstream({ path, signal, call: caller });
    if (response.ok) return readJson(response);
    await response.body?.cancel();
    if (response.status === 404) throw noSuchGisProject();
    throw publishServiceFailed(new Error(`status ${response.status}`));
  }

  return {
    requirePermission,

    async list(actor: Actor, caller: Caller): Promise<ListedGisProject[]> {
      const projects = toGisProjects(await read('/api/projects', caller));
      return describe(
        actor,
        projects.map((project) => ({ snapshotCount: 0, ...project })),
      );
    },

    /** The publish service does not count the snapshots of one project, so its versions are asked for. */
    async get(actor: Actor, id: string, caller: Caller): Promise<ListedGisProject> {
      await requirePermission(actor, id, 'view');
      const project = toGisProject(await read(pathOf(id), caller));
      const versions = toGisVersions(await read(`${pathOf(id)}/versions`, caller));
      const snapshotCount = versions.filter(({ isRuntime }) => !isRuntime).length;
      const [described] = await describe(actor, [{ ...project, snapshotCount }]);
      if (!described) throw noSuchGisProject();
      return described;
    },

    /** The response of the publish service, for someone who may see the project. */
    async open(
      actor: Actor,
      id: string,
      { path, caller }: { path: string; caller: Caller },
    ): Promise<Response> {
      await requirePermission(actor, id, 'view');
      return upstream({ path: pathOf(id) + path, signal: caller.signal, call: caller });
    },

    versionsOf: async (response: Response): Promise<GisProjectVersion[]> =>
      toGisVersions(await readJson(response)),

    /** Makes a snapshot the runtime; the publication then names the version that is drawn. */
    async restore(actor: Actor, id: string, version: number, caller: Caller): Promise<Response> {
      await requirePermission(actor, id, 'edit');
      const path = `${pathOf(id)}/versions/${version}/restore`;
      // Not ended by a caller who leaves: a restore that was asked for happens.
      const response = await upstream({ path, method: 'POST', call: caller, headersMs: 60_000 });
      const datasetId = datasetOfProject(id);
      if (!response.ok || datasetId === null) return response;
      const { source, layers } = toGisProject(await read(pathOf(id), caller));
      const versionId = Number(/^version-(\d{1,15})$/.exec(source ?? '')?.[1] ?? 0);
      const [layer] = layers;
      if (versionId > 0 && layer !== undefined) await pinGisPublication(db, { datasetId, versionId, layer });
      return response;
    },
  };
}

export function pathOf(id: string): string {
  return `/api/projects/${encodeURIComponent(id)}`;
}
