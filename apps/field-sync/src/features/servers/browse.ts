import { withDeadline } from '@cairn/service';
import { requireId, requireLine } from '../actions/read-fields.ts';
import { failureForCaller } from '../providers/outcome.ts';
import type { Provider, ProviderFile, ProviderProject } from '../providers/types.ts';
import { serverSilent } from './errors.ts';
import type { ProviderOf } from './providers.ts';
import type { SealedServer } from './types.ts';

/** How long a person waits for a list. */
const ANSWER_MS = 60_000;
const MAX_PROJECT = 500;

export interface BrowseForm {
  id?: string;
  project_id?: string;
}

export interface ProjectInfo {
  project: ProviderProject;
  files: ProviderFile[];
  /** The provider's own answer. */
  raw: unknown;
}

interface BrowseDeps {
  servers: { get(id: number): Promise<SealedServer> };
  providerOf: ProviderOf;
}

export type ServerBrowser = ReturnType<typeof createServerBrowser>;

/** What there is on a server. All of them throw {ProviderError} with a sentence, and {AppError} not_found, bad_request. */
export function createServerBrowser({ servers, providerOf }: BrowseDeps) {
  async function ask<T>(
    form: BrowseForm,
    call: (provider: Provider, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { id, name } = await servers.get(requireId('id', form.id));
    const provider = await providerOf(id);
    const signal = AbortSignal.timeout(ANSWER_MS);
    const limit = { ms: ANSWER_MS, onTimeout: () => serverSilent(name) };
    return withDeadline(call(provider, signal), limit).catch((error: unknown) => {
      throw failureForCaller(error);
    });
  }

  async function listProjects(form: BrowseForm): Promise<ProviderProject[]> {
    const projects = await ask(form, (provider, signal) => provider.list({}, signal));
    return projects.toSorted((one, other) => one.label.localeCompare(other.label));
  }

  /** A project by its id or by the name that people know. */
  function describeProject(form: BrowseForm): Promise<ProjectInfo> {
    const project = requireLine('project_id', form.project_id, MAX_PROJECT);
    return ask(form, async (provider, signal) => {
      const { id } = await provider.resolve(project, signal);
      return provider.info(id, signal);
    });
  }

  /** Paths of the packages of a project. */
  async function listGeopackages(form: BrowseForm): Promise<string[]> {
    const { files } = await describeProject(form);
    return geopackagesOf(files);
  }

  return {
    listProjects,
    listGeopackages,
    describeProject,
    /** Both lists; without a project no packages. */
    async listBoth(form: BrowseForm): Promise<{ projects: ProviderProject[]; geopackages: string[] }> {
      const projects = await listProjects(form);
      const isChosen = (form.project_id ?? '').trim() !== '';
      return { projects, geopackages: isChosen ? await listGeopackages(form) : [] };
    },
  };
}

/** Paths of the packages among the files of a project. */
export function geopackagesOf(files: readonly Pick<ProviderFile, 'path'>[]): string[] {
  return files
    .map(({ path }) => path)
    .filter((path) => /[^/]\.gpkg$/i.test(path))
    .toSorted((one, other) => one.localeCompare(other));
}
