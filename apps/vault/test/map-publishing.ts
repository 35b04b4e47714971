import { until } from '@cairn/testing';
import { ask } from './client.ts';
import { connectionTo, GEOSERVER_ENV, openGeoServer, saveMapServer, uniqueName } from './geoserver.ts';
import { startTestVault } from './test-app.ts';
import type { Person } from './test-app.ts';

/** A vault with a worker and a workspace on a map server. */
export async function startPublishing() {
  const app = await startTestVault({ inspects: false, env: GEOSERVER_ENV });
  const ada = await app.signUp({ username: 'ada' });
  const server = await openGeoServer();
  const connection = await saveMapServer(app, ada, connectionTo(server));
  const workspace = uniqueName('ws');
  const json = { connection_id: connection, name: workspace };
  await ask(app, ada, { path: '/api/mapserver/workspaces', method: 'POST', json });

  const publish = (dataset: string, more: Record<string, unknown> = {}, person: Person | null = ada) =>
    ask(app, person, {
      path: '/api/mapserver/publish',
      method: 'POST',
      json: {
        dataset_name: dataset,
        publish_to_mapserver: true,
        mapserver_connection_id: connection,
        mapserver_workspace: workspace,
        ...more,
      },
    });
  const job = (id: string, person: Person | null = ada) =>
    ask(app, person, { path: `/api/mapserver/jobs/${id}` });
  return {
    app,
    ada,
    server,
    connection,
    workspace,
    publish,
    job,
    worker: app.work(),
    /** The job when it has ended. */
    async ended(id: string) {
      await until('the job has ended', async () => /succeeded|failed/.test((await job(id)).body.status));
      return (await job(id)).body;
    },
    publications: async (dataset: string, person: Person = ada) =>
      (
        await ask(app, person, {
          path: `/api/datasets/${encodeURIComponent(dataset)}/mapserver-publications`,
        })
      ).body,
    /** Names of stores and layers on the stand-in. */
    onServer() {
      const found = server.standIn?.catalog.workspaces.get(workspace);
      return { stores: [...(found?.stores.keys() ?? [])], layers: [...(found?.layers.keys() ?? [])] };
    },
    async close() {
      await server.close();
      await app.close();
    },
  };
}

export type Publishing = Awaited<ReturnType<typeof startPublishing>>;
