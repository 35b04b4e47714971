import { startTestServer, type TestServer } from '@cairn/testing';
import { asAdmin } from './api.ts';

/** A PostgreSQL server of a test's own, which database administration knows. */
export interface RegisteredServer {
  id: number;
  name: string;
  server: TestServer;
  /** Stops the server. Its registration is left to the test platform, which ends soon after. */
  end(): Promise<void>;
}

/** Starts a server, with settings of its own, and registers it; with its rule file: the platform runs on this machine. */
export async function registerServer(
  name: string,
  settings: Record<string, string> = {},
): Promise<RegisteredServer> {
  const server = await startTestServer(settings);
  const api = await asAdmin();
  const { id } = await api.send<{ id: number }>('POST', '/dbadmin/api/connections', {
    name,
    host: '127.0.0.1',
    port: server.port,
    admin_username: server.user,
    admin_password: server.password,
  });
  await api.send('PUT', `/dbadmin/api/connections/${id}/hba-path`, { hba_file_path: server.hbaFile });
  await api.signOut();
  return { id, name, server, end: () => server.stop() };
}
