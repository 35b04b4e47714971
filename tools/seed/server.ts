import { withAdmin } from '@cairn/topology/provision';
import type { Api } from './api.ts';

const NAME = 'This machine';

/**
 * Registers the platform's own cluster with database administration, so that there is a server to try things on. The
 * platform's own database and roles on it are protected.
 *
 * @param adminUrl superuser address of the cluster
 */
export async function loadServer(api: Api, adminUrl: string): Promise<void> {
  const known = await api.get<{ name: string }[]>('/dbadmin/api/connections');
  if (known.some(({ name }) => name === NAME)) return;
  const address = new URL(adminUrl);
  const { id } = await api.send<{ id: number }>('POST', '/dbadmin/api/connections', {
    name: NAME,
    host: address.hostname,
    port: Number(address.port),
    sslmode: 'disable',
    admin_username: decodeURIComponent(address.username),
    admin_password: decodeURIComponent(address.password),
  });
  await api.send('PUT', `/dbadmin/api/connections/${id}/hba-path`, {
    hba_file_path: await hbaFile(adminUrl),
  });
}

function hbaFile(adminUrl: string): Promise<string> {
  return withAdmin(adminUrl, async (client) => {
    const { rows } = await client.query<{ hba_file: string }>('SHOW hba_file');
    return rows[0]?.hba_file ?? '';
  });
}
