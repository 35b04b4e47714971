import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { migrateService } from '@cairn/db';
import { listen, registerService, startService } from '@cairn/testing';
import { createServer, request } from 'node:http';
import { startTestReportMgmt } from './test-app.ts';

const REPORT_SERVER = resolve(import.meta.dirname, '../../report-server/src');

/** Report management with the report server as a process of its own, on one database. Between them is a relay that can be closed. */
export async function startBesideReportServer() {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-report-server-'));
  const relay = await startRelay();
  const app = await startTestReportMgmt({ env: { REPORT_SERVER_URL: relay.url } });
  await registerService(app.admin, 'report-server');
  const databaseUrl = app.database.url('report_server');
  await migrateService(databaseUrl, {
    schema: 'report_server',
    folder: join(REPORT_SERVER, 'db/migrations'),
  });
  const config = { ...app.config, databaseUrl, centralDatabaseUrl: databaseUrl, storageRoot: folder };
  const reportServer = await startService({
    ...{ script: join(REPORT_SERVER, 'main.ts'), config },
    env: { REPORT_MGMT_URL: app.url },
  });
  relay.to(reportServer.url);
  return {
    app,
    relay,
    reportServer,
    async close() {
      await reportServer.stop();
      await relay.close();
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startRelay() {
  let target = '';
  let isOpen = true;
  const requests: string[] = [];
  const server = createServer((req, res) => {
    requests.push(`${req.method} ${req.url}`);
    if (!isOpen) return void req.socket.destroy();
    const { method, headers } = req;
    const onward = request(target + req.url, { method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    onward.on('error', () => res.destroy());
    req.pipe(onward);
  });
  const url = await listen(server);
  return {
    url,
    /** What was asked, such as `GET /internal/datasources`. */
    requests,
    to(address: string): void {
      target = address;
    },
    open(): void {
      isOpen = true;
    },
    shut(): void {
      isOpen = false;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
