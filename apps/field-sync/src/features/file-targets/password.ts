import { isIPv6 } from 'node:net';
import type { SecretBox } from '@cairn/service';
import type { FileTargetFields, SealedFileTarget } from './types.ts';

/** The purpose of a sealed password: one login of one machine, so that a row with another address cannot decrypt it. */
export function passwordPurpose(target: FileTargetFields): string {
  const login = target.syncType === 'remote' ? [target.host, target.port, target.username] : [];
  return `field-sync.file_targets ${JSON.stringify(login)}`;
}

/** The password of a remote target; null where none is stored. @throws {AppError} unavailable when it cannot be decrypted */
export function openPassword(secretBox: SecretBox, target: SealedFileTarget): string | null {
  const { sealedPassword } = target;
  return sealedPassword === null ? null : secretBox.open(sealedPassword, passwordPurpose(target));
}

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
