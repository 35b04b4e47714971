import { isIPv6 } from 'node:net';
import type { CatalogNodeFields } from './types.ts';

type Place = Pick<CatalogNodeFields, 'host' | 'port' | 'folder'>;

/** Where a node answers, with its path prefix and without a slash at the end. */
export function nodeUrl(place: Place): string {
  return addressOf(place, '');
}

/** The same with the user, for a person to copy: `https://ada@catalog.example:443/geonode`. The password is not in it. */
export function nodeAddress({ username, ...place }: Place & { username: string }): string {
  return addressOf(place, `${encodeURIComponent(username)}@`);
}

function addressOf({ host, port, folder }: Place, login: string): string {
  const plain = host.replace(/^http:\/\//, '');
  const scheme = plain === host ? 'https' : 'http';
  return `${scheme}://${login}${isIPv6(plain) ? `[${plain}]` : plain}:${port}${folder === '' ? '' : `/${folder}`}`;
}
