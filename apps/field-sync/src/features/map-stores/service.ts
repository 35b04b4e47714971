import { inTransaction } from '@cairn/db';
import type { ServerAddress } from '@cairn/db';
import type { InScratch } from '@cairn/files';
import type { AuditContext, SafeFetch, SecretBox } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { readId, readPassword, requireId } from '../actions/read-fields.ts';
import { recordAudit } from '../audit/repo.ts';
import { recordSecretShown } from '../audit/secret-repo.ts';
import { updateLayers } from '../catalog-nodes/update-layers.ts';
import type { NodeTimes } from '../catalog-nodes/update-layers.ts';
import { uploadLayer } from '../catalog-nodes/upload-layer.ts';
import type { CatalogNodeLogin, CatalogNodeService } from '../catalog-nodes/service.ts';
import type { LinkSessionDeps } from '../database-links/link-session.ts';
import { tryLink } from '../database-links/try-link.ts';
import { unknownChoice } from '../projects/errors.ts';
import { findProject } from '../projects/repo.ts';
import { readLayer, readStoreFields } from './check-fields.ts';
import type { LayerForm, MapStoreFieldsForm } from './check-fields.ts';
import { createLayer } from './create-layer.ts';
import { exportLayer } from './export-layer.ts';
import { CONSTRAINTS, noSuchMapStore, storeMissing } from './errors.ts';
import { openGeoServer } from './geoserver.ts';
import type { GeoServer } from './geoserver.ts';
import { mapStorePassword } from './password.ts';
import { deleteStore, findStore, insertStore, lockStore, updateStore } from './repo.ts';
import type { MapStoreFields, SealedMapStore, StoreRef, TableSource } from './types.ts';

type MapStoreForm = MapStoreFieldsForm & LayerForm & { id?: string; password?: string };

interface MapStoreDeps extends LinkSessionDeps {
  db: Db;
  secretBox: SecretBox;
  fetch: SafeFetch;
  /** How to sign in to a database. */
  databaseAddress(linkId: number): Promise<ServerAddress>;
  catalogNodes: Pick<CatalogNodeService, 'login'>;
  nodeTimes: NodeTimes;
  /** For a file that is uploaded. */
  inScratch: InScratch;
}

/** Longest time to write the rows of a table into a file. */
const EXPORT_MS = 120_000;

export type MapStoreService = ReturnType<typeof createMapStoreService>;

/** The tables of projects as layers of a GeoServer. */
export function createMapStoreService(deps: MapStoreDeps) {
  const { db, secretBox, fetch } = deps;

  async function get(id: number): Promise<SealedMapStore> {
    const store = await findStore(db, id);
    if (!store) throw noSuchMapStore(id);
    return store;
  }

  /** Where the tables of a project are, and the store for them in a workspace. */
  async function sourceOf({ projectId, workspace }: MapStoreFields) {
    const project = await findProject(db, projectId);
    if (!project) throw unknownChoice('project_id', projectId);
    const address = await deps.databaseAddress(project.databaseLinkId);
    const source: TableSource = { address, schema: project.schema, projectUuid: project.uuid };
    const ref: StoreRef = { workspace, store: `field_sync_${project.uuid.slice(0, 8)}` };
    return { source, ref };
  }

  async function open(id: string | undefined) {
    const store = await get(requireId('id', id));
    const { source, ref } = await sourceOf(store);
    const { url, username } = store;
    const login = { url, username, password: mapStorePassword.require(secretBox, store) };
    const server: GeoServer = openGeoServer(fetch, login, [source.address.password]);
    return { store, source, ref, server };
  }

  /** Returns whether the node got a copy of the rows, as nodes do that do not offer the command `updatelayers`. */
  async function showOnNode(
    node: CatalogNodeLogin,
    {
      workspace,
      layer,
      table,
      source,
    }: { workspace: string; layer: string; table: string; source: TableSource },
  ): Promise<boolean> {
    const calls = { db, fetch, times: deps.nodeTimes };
    if (await updateLayers(calls, node, { workspace, layer })) return false;
    const signal = AbortSignal.timeout(EXPORT_MS);
    await deps.inScratch(async (folder) =>
      uploadLayer(calls, node, await exportLayer(deps, source, { table, layer, folder, signal })),
    );
    return true;
  }

  return {
    /**
     * Creates a map store, or replaces the one with the form's id, once its workspace and its store are on the GeoServer. Returns its id
     * and name. `ownerId` is the creator's account here, null for people of the platform.
     * @throws {AppError} bad_request for a field, not_found, conflict for a name that another one has, bad_gateway
     */
    async save(
      form: MapStoreForm,
      cause: AuditContext,
      ownerId: number | null,
    ): Promise<{ id: number; name: string }> {
      const id = readId('id', form.id);
      const password = readPassword(form.password);
      const fields = readStoreFields(form, fetch.check);
      const toSealed = (before: SealedMapStore | null) => ({
        ...fields,
        sealedPassword: mapStorePassword.seal(secretBox, { fields, password, before }),
      });
      const sent = toSealed(id === null ? null : await get(id));
      const { source, ref } = await sourceOf(fields);
      // The map server signs in there with the password of the link.
      await tryLink(deps, source.address);
      const { url, username } = fields;
      const login = { url, username, password: mapStorePassword.require(secretBox, sent) };
      const server = openGeoServer(fetch, login, [source.address.password]);
      await server.ensureWorkspace(ref.workspace);
      await server.saveStore(ref, source);
      return inTransaction(db, CONSTRAINTS, async (trx) => {
        const before = id === null ? null : await lockStore(trx, id);
        if (id !== null && !before) throw noSuchMapStore(id);
        const stored = toSealed(before);
        const savedId = before?.id ?? (await insertStore(trx, stored, ownerId));
        if (before) await updateStore(trx, before.id, stored);
        const { name, ...details } = fields;
        await recordAudit(trx, {
          event: before ? 'map_store.changed' : 'map_store.created',
          ...{ cause, objectId: savedId, subject: name },
          details: { ...details, password_changed: password !== '' },
        });
        return { id: savedId, name };
      });
    },

    /** Forgets a map store; what is on the GeoServer stays. Returns the name. @throws {AppError} not_found */
    async remove(form: MapStoreForm, cause: AuditContext): Promise<string> {
      const id = requireId('id', form.id);
      return inTransaction(db, CONSTRAINTS, async (trx) => {
        const store = await lockStore(trx, id);
        if (!store) throw noSuchMapStore(id);
        await deleteStore(trx, id);
        await recordAudit(trx, { event: 'map_store.deleted', cause, objectId: id, subject: store.name });
        return store.name;
      });
    },

    /** The password, for a person to see. @throws {AppError} not_found, conflict without one, too_many */
    async showPassword(form: MapStoreForm, cause: AuditContext): Promise<string> {
      const store = await get(requireId('id', form.id));
      const password = mapStorePassword.require(secretBox, store);
      await recordSecretShown(db, {
        ...{ event: 'map_store.secret_shown', cause, objectId: store.id, subject: store.name },
      });
      return password;
    },

    /** The store as the GeoServer describes it, without its password. @throws {AppError} not_found, conflict, bad_gateway */
    async details(form: MapStoreForm): Promise<Record<string, unknown>> {
      const { server, ref } = await open(form.id);
      const body = await server.readStore(ref);
      if (!body) throw storeMissing(ref.workspace);
      return body;
    },

    /** Names of the tables that can be layers, ours of synchronising left out. @throws {AppError} not_found, conflict, bad_gateway */
    async tables(form: MapStoreForm): Promise<string[]> {
      const { server, ref } = await open(form.id);
      const tables = await server.listTables(ref);
      if (!tables) throw storeMissing(ref.workspace);
      return tables.filter((name) => !name.startsWith('cairn_sync_'));
    },

    /**
     * Publishes a table of a project, and has a catalog node list the layer where the form asks for that. Returns the names of both, and
     * whether the node got a copy of the rows.
     * @throws {AppError} bad_request for a field, not_found, conflict for a name that another layer has, bad_gateway, gateway_timeout
     */
    async createLayer(
      form: MapStoreForm,
      cause: AuditContext,
    ): Promise<{ layer: string; node: string | null; isCopy: boolean }> {
      const { layer, table, nodeId } = readLayer(form);
      const { store, server, ref, source } = await open(form.id);
      const node = nodeId === null ? null : await deps.catalogNodes.login(nodeId);
      await createLayer(server, { ref, source, deps }, { layer, table });
      await db.transaction().execute((trx) =>
        recordAudit(trx, {
          ...{ event: 'map_store.layer_created', cause, objectId: store.id, subject: store.name },
          details: { layer, table, workspace: ref.workspace },
        }),
      );
      const isCopy =
        node !== null && (await showOnNode(node, { workspace: ref.workspace, layer, table, source }));
      return { layer, node: node?.name ?? null, isCopy };
    },
  };
}
