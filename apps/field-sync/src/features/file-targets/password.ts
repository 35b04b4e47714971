import { isIPv6 } from 'node:net';
import { loginPassword } from '../actions/login-password.ts';
import type { FileTargetFields } from './types.ts';

export const targetPassword = loginPassword('file_targets', (target: FileTargetFields) =>
  target.syncType === 'remote' ? [target.host, target.port, target.username] : [],
);

/**
 * The address for SFTP clients, with the password. A relative folder is below the home of the login, which such addresses write as
 * `/~/` (as curl does).
 */
export function sftpAddress(
  { host, port, username, folder }: { host: string; port: number; username: string; folder: string },
  password: string,
): string {
  const path = folder.split('/').map(encodeURIComponent).join('/');
  const login = `${encodeURIComponent(username)}:${encodeURIComponent(password)}`;
  const address = `${isIPv6(host) ? `[${host}]` : host}:${port}`;
  return `sftp://${login}@${address}${folder.startsWith('/') ? '' : '/~/'}${path}`;
}
