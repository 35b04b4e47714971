import type { SafeFetch } from '@cairn/service';
import { basicSignIn, createRemoteClient, isObject } from '../remote-calls/remote-client.ts';
import type { RemoteAnswer } from '../remote-calls/remote-client.ts';
import { postgisParameters } from './postgis-parameters.ts';
import type { MapServerLogin, StoreRef, TableSource } from './types.ts';

/** What a feature type is made of; the boxes only where GeoServer cannot compute them. */
export interface NewFeatureType {
  name: string;
  nativeName: string;
  srs?: string;
  nativeBoundingBox?: Record<string, unknown>;
  latLonBoundingBox?: Record<string, unknown>;
}

export type GeoServer = ReturnType<typeof openGeoServer>;

const SECRET_PARAMETER = /passw/i;

/** The calls of GeoServer's REST interface that map stores need (docs.geoserver.org, REST). */
export function openGeoServer(fetch: SafeFetch, login: MapServerLogin, secrets: string[]) {
  const { url, username, password } = login;
  const server = createRemoteClient(fetch, {
    ...{ url, authorization: basicSignIn(username, password), noun: 'map server' },
    secrets: [password, ...secrets],
  });

  /** The JSON of a resource; null when there is no such resource. */
  async function read(path: string[], what: string, query = {}): Promise<Record<string, unknown> | null> {
    const answer = await server.send({ path: ['rest', ...path], end: '.json', query });
    if (answer.status === 404) return null;
    if (answer.status !== 200) throw server.unexpected(answer, what);
    return server.parse(answer);
  }

  async function write(method: 'POST' | 'PUT', path: string[], body: unknown): Promise<RemoteAnswer> {
    return server.send({
      ...{ method, path: ['rest', ...path], body: JSON.stringify(body) },
      headers: { 'content-type': 'application/json', accept: '*/*' },
    });
  }

  /** Makes a workspace, unless there is one. */
  async function ensureWorkspace(name: string): Promise<void> {
    if (await read(['workspaces', name], 'The workspace was not read')) return;
    const answer = await write('POST', ['workspaces'], { workspace: { name } });
    // Someone else made it in between.
    if (isSuccess(answer) || answer.status === 409) return;
    throw server.unexpected(answer, `The workspace "${name}" was not created`);
  }

  /** Makes a store of the tables of a schema, or points the one with this name to it. */
  async function saveStore(ref: StoreRef, source: TableSource): Promise<void> {
    // A PUT without `enabled` would disable the store.
    const dataStore = { name: ref.store, enabled: true, connectionParameters: postgisParameters(source) };
    const [method, path] = (await read(pathOf(ref), 'The store was not read'))
      ? (['PUT', pathOf(ref)] as const)
      : (['POST', pathOf(ref).slice(0, -1)] as const);
    const answer = await write(method, path, { dataStore });
    if (!isSuccess(answer)) throw server.unexpected(answer, `The store "${ref.store}" was not saved`);
  }

  /** The native name of a feature type; null when the store has no such feature type. */
  async function findNativeName(ref: StoreRef, name: string): Promise<string | null> {
    const body = await read([...pathOf(ref), 'featuretypes', name], `The layer "${name}" was not read`);
    const type = body && isObject(body.featureType) ? body.featureType : null;
    return type && String(type.nativeName ?? type.name);
  }

  return {
    ensureWorkspace,
    saveStore,
    findNativeName,

    /** A store as the server describes it, without its password; null when there is no such store. */
    async readStore(ref: StoreRef): Promise<Record<string, unknown> | null> {
      const body = await read(pathOf(ref), 'The store was not read');
      return body && (withoutSecrets(body) as Record<string, unknown>);
    },

    /** Names of the tables that the server sees, published or not; null when there is no such store. */
    async listTables(ref: StoreRef): Promise<string[] | null> {
      const path = [...pathOf(ref), 'featuretypes'];
      const available = await read(path, 'The tables were not listed', { list: 'available' });
      const configured = available && (await read(path, 'The tables were not listed'));
      if (!available || !configured) return null;
      const tables = new Set(itemsOf(available.list, 'string').map(String));
      for (const type of itemsOf(configured.featureTypes, 'featureType').filter(isObject))
        tables.add((await findNativeName(ref, String(type.name))) ?? String(type.name));
      return [...tables].toSorted((a, b) => a.localeCompare(b));
    },

    /** Whether the workspace has a layer with this name, of any store. */
    async hasLayer(workspace: string, name: string): Promise<boolean> {
      return (await read(['layers', `${workspace}:${name}`], 'The layer was not read')) !== null;
    },

    /** Publishes a table. GeoServer may take another name, or none, so the name is read back. */
    async createFeatureType(ref: StoreRef, type: NewFeatureType): Promise<void> {
      const answer = await write('POST', [...pathOf(ref), 'featuretypes'], { featureType: type });
      const what = `The layer "${type.name}" was not created`;
      if (!isSuccess(answer)) throw server.unexpected(answer, what);
      if ((await findNativeName(ref, type.name)) !== type.nativeName)
        throw server.unexpected({ status: answer.status, text: 'the layer is not there afterwards' }, what);
    },
  };
}

function pathOf({ workspace, store }: StoreRef): string[] {
  return ['workspaces', workspace, 'datastores', store];
}

function isSuccess({ status }: RemoteAnswer): boolean {
  return status >= 200 && status < 300;
}

/** The items of a list, which is the empty text where it has none, and perhaps no array where it has one. */
function itemsOf(list: unknown, key: string): unknown[] {
  return isObject(list) && list[key] !== undefined ? [list[key]].flat() : [];
}

/** Removes connection parameters with passwords, which GeoServer may show encrypted or plain. */
function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value))
    return value
      .filter((each) => !(isObject(each) && SECRET_PARAMETER.test(String(each['@key'] ?? ''))))
      .map(withoutSecrets);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => !SECRET_PARAMETER.test(key));
  return Object.fromEntries(kept.map(([key, each]) => [key, withoutSecrets(each)]));
}
