import { randomBytes } from 'node:crypto';
import { slugOf } from '../../slug.ts';
import type { ExpressSetup } from './types.ts';

const HEX_BYTES = 3;
const MAX_USER = 100;

/** `fs_<slug>_<6 hex>` for a project of a provider: an identifier that needs no quotes. */
export function newSetupName(label: string): string {
  const slug = slugOf(label.slice(label.indexOf('/') + 1));
  return `fs_${slug || 'project'}_${randomBytes(HEX_BYTES).toString('hex')}`;
}

/** Of the server, which further projects may use: `crew at maps.example.org (1a2b3c)`. */
export function serverName({ name, url, username }: ExpressSetup): string {
  const host = URL.canParse(url) ? new URL(url).host : url;
  return `${username.slice(0, MAX_USER)} at ${host.slice(0, MAX_USER - 20)} (${name.slice(-2 * HEX_BYTES)})`;
}
