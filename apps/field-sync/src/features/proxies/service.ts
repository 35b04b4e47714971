import type { Readable } from 'node:stream';
import type { Actor } from '@cairn/service';
import { personOf } from '../sign-in/person.ts';
import type { StaticFile } from './static-overrides.ts';
import type { Target } from './targets.ts';
import type { UpstreamAnswer, UpstreamName } from './types.ts';
import type { UpstreamClient } from './upstream.ts';

interface ProxyDeps {
  upstreams: UpstreamClient;
  /** Files that are sent instead of those of the analysis service. */
  overrides: ReadonlyMap<string, StaticFile>;
  /** The id that upstreams get for people of the platform. */
  superAdminId: number;
}

export interface PassedRequest extends Target {
  query: string;
  method: 'GET' | 'HEAD' | 'POST';
  accept: string | undefined;
  /** Null for a request that has none. */
  body: { bytes: Readable | Buffer; length: string | undefined } | null;
  actor: Actor;
  signal: AbortSignal;
}

export interface PageRequest {
  upstream: UpstreamName;
  path: string;
  query: string;
  method: 'GET' | 'HEAD';
  accept: string | undefined;
  signal: AbortSignal;
}

export type ProxyService = ReturnType<typeof createProxyService>;

/** Requests that are passed on to the analysis service, the form builder and the sync service. */
export function createProxyService({ upstreams, overrides, superAdminId }: ProxyDeps) {
  /** Empty for a person whom the identity provider alone knows. */
  function userIdOf(actor: Actor): string {
    const { source, userId } = personOf(actor);
    return source === 'central' ? String(superAdminId) : String(userId ?? '');
  }

  return {
    isConfigured: upstreams.isConfigured,

    /** A request of the table of targets. @throws {AppError} bad_gateway */
    pass({ accept, body, actor, ...request }: PassedRequest): Promise<UpstreamAnswer> {
      return upstreams.send({
        ...request,
        body: body?.bytes ?? null,
        headers: {
          accept: accept ?? '*/*',
          'content-type': 'application/json',
          'x-user-id': userIdOf(actor),
          ...(body?.length === undefined ? {} : { 'content-length': body.length }),
        },
      });
    },

    /** The file that the operator has put in place of a page of the analysis service. */
    override: (upstream: UpstreamName, path: string): StaticFile | undefined =>
      upstream === 'analysis' ? overrides.get(path) : undefined,

    /** A page of an upstream, requested without an identity. @throws {AppError} bad_gateway */
    page({ accept, ...request }: PageRequest): Promise<UpstreamAnswer> {
      return upstreams.send({ ...request, body: null, headers: { accept: accept ?? '*/*' } });
    },
  };
}
