import { startTestGeoNode, startTestGeoServer } from '@cairn/testing';
import type { ActionFields } from './send-action.ts';
import { startSyncApp } from './sync-app.ts';

export type MapStoreApp = Awaited<ReturnType<typeof startMapStoreApp>>;

/** Field-sync with a project that has tables, a map server and a catalog. */
export async function startMapStoreApp() {
  const [sync, geoserver, geonode] = await Promise.all([
    startSyncApp({ overrides: { nodeTimes: { pollMs: 5, queuedMs: 200, totalMs: 60_000 } } }),
    startTestGeoServer(),
    startTestGeoNode({ folder: 'gis' }),
  ]);
  const boss = await sync.app.signUp({ username: 'bea', isAdmin: true });
  const projectId = await sync.startProject({ name: 'field', serverId: sync.serverId });
  const { user } = await sync.context.databaseLinks.address(sync.linkId);
  await sync.query(`CREATE SCHEMA field;
    CREATE TABLE field.trees (fid bigint PRIMARY KEY, geom geometry(Point, 4326));
    INSERT INTO field.trees VALUES (1, ST_SetSRID(ST_MakePoint(8, 47), 4326));
    CREATE TABLE field.plots (fid bigint PRIMARY KEY, geom geometry(Polygon, 25832));
    CREATE TABLE field."Bäume" (fid bigint PRIMARY KEY, geom geometry(Point, 4326));
    CREATE TABLE field.cairn_sync_held (fid bigint, geom geometry);
    GRANT USAGE ON SCHEMA field TO ${user}; GRANT SELECT ON ALL TABLES IN SCHEMA field TO ${user}`);

  return {
    ...{ sync, geoserver, geonode, boss, projectId },
    form: (name: string, more: ActionFields = {}): ActionFields => ({
      ...{ save: '', id: 0, name, project_id: projectId, url: `${geoserver.url}/`, workspace: 'crews' },
      ...{ username: geoserver.username, password: geoserver.password, ...more },
    }),
    layersOf: (workspace: string) => geoserver.catalog.workspaces.get(workspace)?.layers,
    /** Ends all faults. */
    reset(): void {
      geoserver.before(null);
      Object.assign(geonode.state, {
        hasWorker: true,
        isExposed: true,
        hasUploads: true,
        outcome: 'SUCCESS',
      });
      geonode.state.isUploading = true;
    },
    async close(): Promise<void> {
      await sync.close();
      await Promise.all([geoserver.close(), geonode.close()]);
    },
  };
}
