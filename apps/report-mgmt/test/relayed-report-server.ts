import { createServer, request } from 'node:http';
import { listen } from '@cairn/testing';
import { prepareReportServer } from './report-server-process.ts';
import { startTestReportMgmt } from './test-app.ts';

/** Report management and the real report server on one database. Between them is a relay that can be closed. */
export async function startWithRelayedReportServer() {
  const relay = await startRelay();
  const app = await startTestReportMgmt({ env: { REPORT_SERVER_URL: relay.url } });
  const { start, removeFiles } = await prepareReportServer(app);
  const reportServer = await start({ REPORT_MGMT_URL: app.url });
  relay.to(reportServer.url);
  return {
    app,
    relay,
    reportServer,
    async close() {
      await reportServer.stop();
      await relay.close();
      await app.close();
      await removeFiles();
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
