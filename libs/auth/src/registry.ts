import { createPortalClient } from '@cairn/contracts';
import type { DatabaseIdentity } from '@cairn/db';
import { AppError } from '@cairn/service';
import { signServiceToken } from './service-tokens.ts';

const DEADLINE_MS = 5_000;

export interface RegistryOptions {
  /** Internal address of the portal. */
  portalUrl: string;
  /** Name of the service that registers. */
  serviceName: string;
  /** SERVICE_SECRET. */
  secret: string;
}

export interface ServiceRegistration {
  displayName: string;
  discoveryUrl: string;
  /** Applies when the service is new; public by default. */
  visibility?: 'public' | 'restricted';
  /** Database of the service; absent while it is unknown. */
  database?: DatabaseIdentity;
}

export interface ResourceRegistration {
  resourceType: string;
  resourceKey: string;
  displayName: string;
  /** Id of the user that owns the resource. */
  ownerId?: number | null;
  /** For a new resource only; default restricted. */
  visibility?: 'public' | 'restricted';
  /** Permissions of groups, by name or id, for a new resource only; `public` is everybody, signed in or not. */
  grants?: { group: string | number; permission: 'view' | 'edit' | 'admin' }[];
  /** Address of its page. Cards with the former address are updated. */
  url?: string;
  /** Former keys of the resource; owner, permissions and cards move to the new key. */
  replaces?: string[];
}

export interface PortalRegistry {
  /** Registers the service and its discovery address. Repeat it at every start. */
  registerService(service: ServiceRegistration): Promise<void>;
  /** The databases of all services, including earlier ones. */
  listPlatformDatabases(): Promise<DatabaseIdentity[]>;
  /** Registers a resource, or updates its name, address and owner; its permissions stay. Returns whether it is new. */
  registerResource(resource: ResourceRegistration): Promise<{ created: boolean }>;
  /** Removes a resource with its permissions and cards; an unknown resource is no error. */
  forgetResource(resource: { resourceType: string; resourceKey: string }): Promise<void>;
}

/** The registry of the configured portal; null without a portal. */
export function createPortalRegistryFromConfig(
  { portalUrl, serviceSecret }: { portalUrl?: string; serviceSecret: string },
  serviceName: string,
): PortalRegistry | null {
  return portalUrl ? createPortalRegistry({ portalUrl, serviceName, secret: serviceSecret }) : null;
}

/**
 * The portal's internal API as one service uses it. Every call is idempotent and may be repeated.
 * @throws {AppError} bad_gateway when the portal refuses, unavailable when it does not respond within 5 s
 */
export function createPortalRegistry({ portalUrl, serviceName, secret }: RegistryOptions): PortalRegistry {
  const client = createPortalClient({ baseUrl: portalUrl.replace(/\/$/, '') });
  const request = () => ({
    headers: {
      authorization: `Bearer ${signServiceToken({ service: serviceName, audience: 'portal', secret })}`,
    },
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  const resourcePath = (resource: { resourceType: string; resourceKey: string }) => ({
    path: { resource_type: resource.resourceType, resource_key: resource.resourceKey },
  });

  return {
    async listPlatformDatabases() {
      const answer = await reached(client.GET('/internal/platform-databases', request()));
      refuseFailure(answer);
      return answer.data!.items.map(({ server_identifier, name }) => ({
        serverIdentifier: server_identifier,
        name,
      }));
    },
    registerService: ({ displayName, discoveryUrl, visibility, database }) =>
      settled(
        client.PUT('/internal/services/{service_key}', {
          ...request(),
          params: { path: { service_key: serviceName } },
          body: {
            display_name: displayName,
            discovery_url: discoveryUrl,
            ...(visibility ? { visibility } : {}),
            ...(database
              ? { database: { server_identifier: database.serverIdentifier, name: database.name } }
              : {}),
          },
        }),
      ),
    async registerResource(resource) {
      const answer = await reached(
        client.PUT('/internal/resources/{resource_type}/{resource_key}', {
          ...request(),
          params: resourcePath(resource),
          body: {
            display_name: resource.displayName,
            service: serviceName,
            ...(resource.ownerId === undefined ? {} : { owner_id: resource.ownerId }),
            ...(resource.visibility ? { visibility: resource.visibility } : {}),
            ...(resource.url === undefined ? {} : { url: resource.url }),
            ...(resource.grants ? { grants: resource.grants } : {}),
            ...(resource.replaces?.length ? { replaces: resource.replaces } : {}),
          },
        }),
      );
      refuseFailure(answer);
      return { created: answer.data!.created };
    },
    forgetResource: (resource) =>
      settled(
        client.DELETE('/internal/resources/{resource_type}/{resource_key}', {
          ...request(),
          params: resourcePath(resource),
        }),
      ),
  };
}

interface Answer {
  response: Response;
  error?: { error: string } | undefined;
}

async function settled(call: Promise<Answer>): Promise<void> {
  refuseFailure(await reached(call));
}

async function reached<A extends Answer>(call: Promise<A>): Promise<A> {
  return call.catch((cause: unknown) => {
    throw new AppError({
      kind: 'unavailable',
      code: 'auth.portal_unreachable',
      message: 'The portal is not responding. Try again in a moment.',
      cause,
    });
  });
}

function refuseFailure({ response, error }: Answer): void {
  if (response.ok) return;
  throw new AppError({
    kind: 'bad_gateway',
    code: 'auth.portal_refused',
    message: `The portal refused the registration (${response.status}): ${error?.error ?? 'no reason was given'}`,
  });
}
