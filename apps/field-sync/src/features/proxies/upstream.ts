import { Agent, request } from 'undici';
import { notConfigured, redirects, unreachable } from './errors.ts';
import type { UpstreamAddresses, UpstreamAnswer, UpstreamRequest } from './types.ts';

const CONNECT_MS = 5_000;
/** An analysis may take minutes before its first byte. */
const FIRST_BYTE_MS = 300_000;
const IDLE_MS = 60_000;

export type UpstreamClient = ReturnType<typeof createUpstreamClient>;

/** Calls the services to which requests are passed on, at the addresses of the configuration. Redirects are not followed. */
export function createUpstreamClient(addresses: UpstreamAddresses) {
  const agent = new Agent({
    connect: { timeout: CONNECT_MS },
    headersTimeout: FIRST_BYTE_MS,
    bodyTimeout: IDLE_MS,
    allowH2: false,
    pipelining: 1,
  });

  return {
    isConfigured: (upstream: UpstreamRequest['upstream']): boolean => addresses[upstream] !== null,

    /**
     * The headers are those of the request alone. The body of the answer fails when its connection is cut.
     * @throws {AppError} bad_gateway without an address, without a connection and for a redirect; the reason of the signal
     */
    async send({ upstream, path, query, signal, ...asked }: UpstreamRequest): Promise<UpstreamAnswer> {
      const base = addresses[upstream];
      if (!base) throw notConfigured(upstream);
      const answer = await request(addressBelow(base, path, query), {
        ...{ dispatcher: agent, method: asked.method, body: asked.body, signal },
        headers: { 'accept-encoding': 'identity', 'user-agent': 'cairn-field-sync', ...asked.headers },
      }).catch((error: unknown) => {
        signal.throwIfAborted();
        throw unreachable(upstream, error);
      });
      // Without a reader an error of the body would be unhandled.
      answer.body.on('error', () => undefined);
      if (answer.statusCode >= 300 && answer.statusCode < 400) {
        answer.body.destroy();
        throw redirects(upstream);
      }
      const { 'content-type': type } = answer.headers;
      return {
        status: answer.statusCode,
        contentType: typeof type === 'string' ? type : null,
        body: answer.body,
      };
    },

    close: (): Promise<void> => agent.destroy(),
  };
}

/** The path is appended, not resolved, so that it cannot name another server. */
function addressBelow(base: URL, path: string, query: string): URL {
  const address = new URL(base.href);
  address.pathname = `${base.pathname.replace(/\/$/, '')}/${path}`;
  address.search = query;
  return address;
}
