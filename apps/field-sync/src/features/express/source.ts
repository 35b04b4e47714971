import { withDeadline } from '@cairn/service';
import type { SafeFetch } from '@cairn/service';
import { MAX_NAME } from '../actions/read-fields.ts';
import { detectServer } from '../providers/detect.ts';
import { failureForCaller } from '../providers/outcome.ts';
import type { ListFilter, Provider, ProviderProject } from '../providers/types.ts';
import { readGeopackage } from '../projects/check-fields.ts';
import { readServerFields } from '../servers/check-fields.ts';
import type { AddressChecks } from '../servers/check-fields.ts';
import { geopackagesOf } from '../servers/browse.ts';
import { serverSilent } from '../servers/errors.ts';
import type { ProviderOf } from '../servers/providers.ts';
import type { SealedServer } from '../servers/types.ts';
import { noGeopackage, severalGeopackages } from './errors.ts';
import { createUnsavedProvider } from './unsaved-provider.ts';
import type { CreationRequest, EnteredLogin } from './read-form.ts';
import type { ProjectSource, ProviderLogin } from './types.ts';

/** How long a person waits for a provider. */
const ANSWER_MS = 60_000;

export interface SourceDeps extends AddressChecks {
  safeFetch: SafeFetch;
  now(): Date;
  servers: { get(id: number): Promise<SealedServer> };
  providerOf: ProviderOf;
}

/** What there is on a server that may not be saved yet. All throw {ProviderError} with a sentence, and {AppError} bad_request. */
export function createProjectSources(deps: SourceDeps) {
  /** Whichever product answers at the address. */
  async function connect(entered: EnteredLogin): Promise<{ login: ProviderLogin; provider: Provider }> {
    const fields = await readServerFields({ ...entered, name: entered.username.slice(0, MAX_NAME) }, deps);
    const { type } = await detectServer(deps.safeFetch, fields, AbortSignal.timeout(ANSWER_MS));
    const kind = type === 'cloud' ? 'cloud' : 'field';
    const { url, username } = fields;
    const { password } = entered;
    const provider = createUnsavedProvider(
      { fetch: deps.safeFetch, now: deps.now },
      { type: kind, url, username, password },
    );
    return { login: { type: kind, url, username, password, serverId: null }, provider };
  }

  async function open(server: CreationRequest['server']) {
    if (typeof server !== 'number') return connect(server);
    const { id, type, url, username } = await deps.servers.get(server);
    return {
      login: { serverId: id, type, url, username, password: null },
      provider: await deps.providerOf(id),
    };
  }

  return {
    /** By name. */
    async listProjects(entered: EnteredLogin, filter: ListFilter): Promise<ProviderProject[]> {
      const { provider } = await connect(entered);
      const projects = await inTime(entered.url, (signal) => provider.list(filter, signal));
      return projects.toSorted((one, other) => one.label.localeCompare(other.label));
    },

    /** The project that a form names, once the login has proven good. */
    async find({ server, project, geopackage }: CreationRequest): Promise<ProjectSource> {
      const { login, provider } = await open(server);
      return inTime(login.url, async (signal) => {
        const { id: projectId, label } = await provider.resolve(project, signal);
        const { files } = await provider.info(projectId, signal);
        const chosen = choose(geopackagesOf(files), { geopackage, label });
        return { login, projectId, label, geopackage: chosen };
      });
    },
  };
}

function inTime<T>(url: string, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const limit = { ms: ANSWER_MS, onTimeout: () => serverSilent(url) };
  return withDeadline(call(signal), limit).catch((error: unknown) => {
    throw failureForCaller(error);
  });
}

/** A path that is not there yet is taken: it may come with the next version. */
function choose(paths: string[], { geopackage, label }: { geopackage: string; label: string }): string {
  if (geopackage !== '') return readGeopackage(geopackage);
  if (paths.length > 1) throw severalGeopackages(label, paths);
  if (paths[0] === undefined) throw noGeopackage(label);
  return paths[0];
}
