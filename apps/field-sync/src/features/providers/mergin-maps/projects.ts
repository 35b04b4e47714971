import { LRUCache } from 'lru-cache';
import { ProviderError } from '../errors.ts';
import { damaged } from '../outcome.ts';
import type { ProviderClient } from '../provider-client.ts';
import type { ListFilter, ProviderProject } from '../types.ts';
import type { MerginProject, ProjectName } from './types.ts';
import { toDate, toVersion } from './versions.ts';

const PAGE_SIZE = 100;
const MAX_LISTED = 1000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export type MerginProjects = ReturnType<typeof createProjects>;

/** Projects by id and by name. v1 knows projects by name, which may change; the names of ids are kept and looked up again. */
export function createProjects(client: ProviderClient) {
  const names = new LRUCache<string, ProjectName>({ max: 10_000 });

  function learn({ id, namespace, name }: { id: string } & ProjectName): void {
    names.set(id, { namespace, name });
  }

  async function byId(id: string, signal?: AbortSignal): Promise<MerginProject> {
    const path = `/v1/project/by_uuid/${encodeURIComponent(id)}`;
    return checked((await client.json({ path, signal })).body, learn);
  }

  async function nameOf(id: string, signal?: AbortSignal): Promise<ProjectName> {
    return names.get(id) ?? byId(id, signal);
  }

  return {
    learn,
    byId,
    nameOf,

    /** A project by what someone entered: its id, or `workspace/name`. @throws {ProviderError} */
    async find(text: string, signal?: AbortSignal): Promise<MerginProject> {
      if (isProjectId(text)) return byId(text.toLowerCase(), signal);
      const [namespace, name, ...rest] = text.split('/');
      if (!namespace || !name || rest.length > 0) throw notAName(text);
      const path = `/v1/project/${toPath({ namespace, name })}`;
      return checked((await client.json({ path, signal })).body, learn);
    },

    /**
     * Calls with the name of a project. A name that was kept is looked up again where there is nothing under it: someone may have
     * renamed the project. @throws {ProviderError}
     */
    async withName<T>(id: string, call: (name: ProjectName) => Promise<T>, signal?: AbortSignal): Promise<T> {
      const name = await nameOf(id, signal);
      try {
        return await call(name);
      } catch (error) {
        const isGone = error instanceof ProviderError && error.code === 'field_sync.provider_missing';
        if (!isGone) throw error;
        const renamed = await byId(id, signal);
        if (toPath(renamed) === toPath(name)) throw error;
        return call(renamed);
      }
    },

    /** By name. @throws {ProviderError} */
    async list(
      { workspace, q, limit = MAX_LISTED }: ListFilter,
      signal?: AbortSignal,
    ): Promise<ProviderProject[]> {
      const most = Math.min(Math.max(limit, 1), MAX_LISTED);
      const found: ProviderProject[] = [];
      for (let page = 1; found.length < most; page += 1) {
        const query = new URLSearchParams({
          ...{ page: String(page), per_page: String(PAGE_SIZE), order_params: 'name_asc' },
          ...(workspace ? { only_namespace: workspace } : {}),
          ...(q ? { name: q } : {}),
        });
        // Nobody gets a list as well, of what is public.
        const judge = page === 1 ? () => 'doubtful' as const : () => 'accepted' as const;
        const { body } = await client.json({ path: `/v1/project/paginated?${query}`, signal }, judge);
        const { projects, count } = body as { projects?: MerginProject[]; count?: number };
        if (!Array.isArray(projects)) throw damaged('a list without projects.');
        for (const project of projects) found.push(toProviderProject(checked(project, learn)));
        if (projects.length === 0 || page * PAGE_SIZE >= (count ?? 0)) break;
      }
      return found.slice(0, most);
    },
  };
}

export function isProjectId(text: string): boolean {
  return UUID.test(text);
}

/** `namespace/name` as part of an address. */
export function toPath({ namespace, name }: ProjectName): string {
  return `${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`;
}

export function toProviderProject(project: MerginProject): ProviderProject {
  const { id, namespace, name, version, updated, has_conflict: hasConflict } = project;
  return {
    id,
    label: `${namespace}/${name}`,
    version: toVersion(version),
    updatedAt: toDate(updated),
    ...(hasConflict === undefined ? {} : { hasConflict }),
  };
}

function checked(body: unknown, learn: (project: MerginProject) => void): MerginProject {
  const project = body as MerginProject | null;
  const isProject = [project?.id, project?.namespace, project?.name].every(
    (each) => typeof each === 'string',
  );
  if (!project || !isProject) throw damaged('a project without id and name.');
  learn(project);
  return project;
}

function notAName(text: string): ProviderError {
  return new ProviderError({
    outcome: 'pause',
    code: 'field_sync.project_name',
    message: `"${text.slice(0, 100)}" names no project of Mergin Maps. Enter it as workspace/name, or its id.`,
  });
}
