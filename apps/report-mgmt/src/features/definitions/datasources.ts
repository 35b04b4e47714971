import type { ReportServer } from './report-server.ts';

/** How long a list of the report server counts. */
const FRESH_MS = 10_000;

export type DatasourceNames = ReturnType<typeof createDatasourceNames>;

/** Names of the datasources of the report server; the last known while it is away. */
export function createDatasourceNames({
  reportServer,
  config: { reportServerUrl },
}: {
  reportServer: Pick<ReportServer, 'datasources'>;
  config: { reportServerUrl?: string };
}) {
  let names: string[] | null = null;
  let askedAt = -Infinity;
  let isFailing = false;
  let asking: Promise<void> | null = null;

  async function ask(): Promise<void> {
    try {
      names = await reportServer.datasources();
      isFailing = false;
    } catch {
      isFailing = true;
    }
    askedAt = performance.now();
    asking = null;
  }

  return {
    /** Null when the report server never answered. After a failure callers do not wait for the next attempt. */
    async list(): Promise<string[] | null> {
      if (reportServerUrl && performance.now() - askedAt > FRESH_MS) {
        asking ??= ask();
        if (!isFailing) await asking;
      }
      return names;
    },
  };
}
