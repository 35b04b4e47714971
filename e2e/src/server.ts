import { startTestServer, type TestServer } from '@cairn/testing';
import { asAdmin } from './api.ts';

/** A PostgreSQL server of a test's own, which database administration knows. */
export interface RegisteredServer {
  id: number;
  name: string;
  server: TestServer;
  /** Stops it. The platform of the tests is gone soon after. */
  end(): Promise<void>;
}

/** Starts a server and registers it; with its rule file where the platform runs on this machine. */
export async function registerServer(name: string): Promise<RegisteredServer> {
  const server = await startTestServer();
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
