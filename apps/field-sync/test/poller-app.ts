import { createPoller } from '../src/features/polling/poller.ts';
import type { Poller } from '../src/features/polling/poller.ts';
import { createPolledProvider } from './polled-provider.ts';
import type { PolledProvider } from './polled-provider.ts';
import { startTestFieldSync } from './test-app.ts';
import { testProjects } from './test-projects.ts';

const TIMES = { leaseMs: 60_000, deadAfterMs: 20_000, deadlineMs: 20_000 };

export type PollerApp = Awaited<ReturnType<typeof startPollerApp>>;
export type PolledServer = Awaited<ReturnType<PollerApp['addServer']>>;

/** Field-sync with pollers in this process, whose servers answer as tests say. */
export async function startPollerApp() {
  const app = await startTestFieldSync();
  const projects = testProjects(app);
  const linkId = await projects.addLink('target');
  const pollers: Poller[] = [];
  const providers = new Map<number, PolledProvider>();

  async function addServer(name: string) {
    const id = await projects.addServer(name);
    const provider = createPolledProvider();
    providers.set(id, provider);
    return {
      ...{ id, provider },
      /** A project that has applied v1. */
      addProject(project: string, row: Record<string, unknown> = {}): Promise<number> {
        provider.setVersion(project, 'v1');
        return projects.startProject({
          ...{ name: project, serverId: id, linkId },
          row: { provider_id: project, applied_version: 'v1', provider_version: 'v1', ...row },
        });
      },
    };
  }

  async function startPoller(id: string): Promise<Poller> {
    await app.admin.query(`INSERT INTO field_sync.workers (id, host, pid) VALUES ($1, 'here', 1)`, [id]);
    const poller = createPoller({
      ...app.context,
      worker: { id },
      providerOf: async (server) => providers.get(server)!.provider,
      times: TIMES,
    });
    pollers.push(poller);
    return poller;
  }

  return {
    ...{ app, projects, addServer, startPoller, close: app.close },

    /** A server, and a poller that takes it. */
    startPolling: async () => ({ server: await addServer('North'), poller: await startPoller('one') }),

    /** Everything but the rows of servers, with the transactions that wrote it. */
    async otherRows(): Promise<unknown> {
      const tables = ['projects', 'runs', 'jobs', 'plans', 'snapshots', 'downloads', 'log_lines', 'workers'];
      const { rows } = await app.admin.query(
        tables
          .map((table) => `SELECT '${table}' AS "table", xmin, ctid FROM field_sync.${table}`)
          .join(' UNION ALL '),
      );
      return rows;
    },

    /** Ends all pollers, and removes servers and projects. */
    async clear(): Promise<void> {
      for (const poller of pollers.splice(0)) await poller.close();
      await app.admin.query(
        'TRUNCATE field_sync.projects, field_sync.runs, field_sync.jobs, field_sync.workers CASCADE; DELETE FROM field_sync.servers',
      );
    },
  };
}

/** One look of a poller for what is due, with all that it causes. */
export async function pollOnce(poller: Poller): Promise<void> {
  await poller.tick();
  await poller.settled();
}
