import type { ReportServerSchemas } from '@cairn/contracts/client';
import { basePath, unwrap } from '@cairn/ui';
import { reportServer } from '../client.ts';
import type { EmbedAddress } from './address.ts';

export type EmbedSession = Omit<ReportServerSchemas['EmbedSession'], 'session'>;

/** In memory alone: no cookie, and nothing in the storage that a site may have closed to frames. */
let secret = '';

/** Trades a token for a session; the calls that follow use it. */
export async function openSession(
  token: string,
  { type, id, owner }: Pick<EmbedAddress, 'type' | 'id' | 'owner'>,
): Promise<EmbedSession> {
  const { session, ...rest } = await unwrap(
    reportServer.POST('/embed/api/session', { body: { token, type, id, owner } }),
  );
  secret = session;
  return rest;
}

/** Sends a call of a component to the same operation for embedded pages. */
export async function sendEmbedded(request: Request): Promise<Response> {
  const { method, headers, signal } = request;
  const address = new URL(request.url);
  const api = `${basePath()}/api/v1/`;
  if (address.pathname.startsWith(api))
    address.pathname = `${basePath()}/embed/api/${address.pathname.slice(api.length)}`;
  const sent = new Headers(headers);
  if (secret) sent.set('X-Embed-Session', secret);
  const body = method === 'GET' ? null : await request.arrayBuffer();
  return fetch(address, { method, headers: sent, body, signal, credentials: 'omit' });
}

/** The headers of a request for data of an embedded page; none for other addresses. */
export function sessionHeaders(address: string): Record<string, string> {
  const { origin, pathname } = new URL(address, document.baseURI);
  const isData = origin === window.location.origin && pathname.startsWith(`${basePath()}/embed/api/`);
  return isData ? { 'X-Embed-Session': secret } : {};
}
