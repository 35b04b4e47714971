import { createPortalClient } from '@cairn/contracts';
import { AppError } from '@cairn/service';
import { signServiceToken } from './service-tokens.ts';

const DEADLINE_MS = 5_000;

export interface RegistryOptions {
  /** Internal address of the portal. */
  portalUrl: string;
  /** Who registers. */
  serviceName: string;
  /** SERVICE_SECRET. */
  secret: string;
}

export interface ResourceRegistration {
  resourceType: string;
  resourceKey: string;
  displayName: string;
  /** User who gets admin on the resource. */
  ownerId?: number | null;
  /** Counts for a new resource only; restricted when left out. */
  visibility?: 'public' | 'restricted';
}

export interface PortalRegistry {
  /** Makes the service and its discovery address known; repeat it at every start. */
  registerService(service: { displayName: string; discoveryUrl: string }): Promise<void>;
  /** Makes a resource known, or brings its name and owner up to date; its permissions stay. */
  registerResource(resource: ResourceRegistration): Promise<void>;
  /** Forgets a resource with its permissions; nothing happens when it is unknown. */
  forgetResource(resource: { resourceType: string; resourceKey: string }): Promise<void>;
}

/**
 * The portal's internal API as one service uses it. Every call is idempotent and may be repeated.
 * @throws AppError bad_gateway when the portal refuses, unavailable when it does not answer within 5 s.
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
    registerService: ({ displayName, discoveryUrl }) =>
      settled(
        client.PUT('/internal/services/{service_key}', {
          ...request(),
          params: { path: { service_key: serviceName } },
          body: { display_name: displayName, discovery_url: discoveryUrl },
        }),
      ),
    registerResource: (resource) =>
      settled(
        client.PUT('/internal/resources/{resource_type}/{resource_key}', {
          ...request(),
          params: resourcePath(resource),
          body: {
            display_name: resource.displayName,
            service: serviceName,
            ...(resource.ownerId === undefined ? {} : { owner_id: resource.ownerId }),
            ...(resource.visibility ? { visibility: resource.visibility } : {}),
          },
        }),
      ),
    forgetResource: (resource) =>
      settled(
        client.DELETE('/internal/resources/{resource_type}/{resource_key}', {
          ...request(),
          params: resourcePath(resource),
        }),
      ),
  };
}

async function settled(
  call: Promise<{ response: Response; error?: { error: string } | undefined }>,
): Promise<void> {
  const { response, error } = await call.catch((cause: unknown) => {
    throw new AppError({
      kind: 'unavailable',
      code: 'auth.portal_unreachable',
      message: 'The portal does not answer; try again shortly.',
      cause,
    });
  });
  if (response.ok) return;
  throw new AppError({
    kind: 'bad_gateway',
    code: 'auth.portal_refused',
    message: `The portal refused the registration (${response.status}): ${error?.error ?? 'no reason was given'}`,
  });
}
