import { t, useApi, useChange } from '@cairn/ui';
import { vault, type Publication, type PublicationToken, type PublishCapability } from '../../client.ts';
import { datasetKey } from '../../query-keys.ts';
import { retryUntilPrepared } from '../retry-until-prepared.ts';

/** Together half a minute. */
const MAX_RETRIES = 12;

const publicationsKey = (dataset: string) => [...datasetKey(dataset), 'publications'] as const;
const tokensKey = (publication: string) => ['publication-tokens', publication] as const;

export function usePublications(dataset: string) {
  return useApi<Publication[]>(publicationsKey(dataset), (signal) =>
    vault.GET('/api/datasets/{name}/publications', { params: { path: { name: dataset } }, signal }),
  );
}

/** Whether a version can be published, and why not. */
export function useCapability(versionId: number, enabled: boolean) {
  return useApi<PublishCapability>(
    ['publish-capability', versionId],
    (signal) =>
      vault.GET('/api/versions/{id}/publish-capability', {
        params: { path: { id: String(versionId) } },
        signal,
      }),
    { enabled, ...retryUntilPrepared },
  );
}

interface PublishRequest {
  versionId: number;
  layer: string | undefined;
  /** Rasters always stay at their version. */
  follow: 'latest' | 'version' | undefined;
}

export function usePublish(dataset: string) {
  return useChange(
    ({ versionId, layer, follow }: PublishRequest) =>
      vault.POST('/versions/{id}/publish', {
        params: { path: { id: String(versionId) } },
        body: { version_id: versionId, dataset, ...(follow ? { follow } : {}), ...(layer ? { layer } : {}) },
      }),
    {
      // A version that was just uploaded may still be examined; publishing twice is the same as once.
      retry: (count, error) => count < MAX_RETRIES && retryUntilPrepared.retry(count, error),
      retryDelay: retryUntilPrepared.retryDelay,
      refresh: [publicationsKey(dataset)],
      done: ({ created, publication }) =>
        t(created ? 'publish.done' : 'publish.already', { layer: publication?.layer }),
    },
  );
}

export function useUnpublish(dataset: string) {
  return useChange(
    ({ id }: Publication) =>
      vault.DELETE('/api/publications/{publication}', { params: { path: { publication: id } } }),
    { refresh: [publicationsKey(dataset)], done: (_data, { layer }) => t('publish.ended', { layer }) },
  );
}

/** Null follows the latest version. */
export function useFollow({ id, dataset }: Publication) {
  return useChange(
    (versionId: number | null) =>
      vault.PUT('/api/publications/{publication}', {
        params: { path: { publication: id } },
        body: versionId === null ? { follow: 'latest' } : { follow: 'version', version_id: versionId },
      }),
    { refresh: [publicationsKey(dataset)], done: t('publish.changed') },
  );
}

export function useTokens(publication: string) {
  return useApi<PublicationToken[]>(tokensKey(publication), (signal) =>
    vault.GET('/api/publications/{publication}/tokens', { params: { path: { publication } }, signal }),
  );
}

export function useCreateToken(publication: string, onCreated: (secret: string) => void) {
  return useChange(
    ({ label, days }: { label: string; days: number | null }) =>
      vault.POST('/api/publications/{publication}/tokens', {
        params: { path: { publication } },
        body: {
          label,
          ...(days === null ? {} : { expires_at: new Date(Date.now() + days * 86_400_000).toISOString() }),
        },
      }),
    { refresh: [tokensKey(publication)], onDone: ({ token }) => onCreated(token) },
  );
}

export function useRevokeToken(publication: string) {
  return useChange(
    ({ id }: PublicationToken) =>
      vault.DELETE('/api/publications/{publication}/tokens/{token_id}', {
        params: { path: { publication, token_id: id } },
      }),
    { refresh: [tokensKey(publication)], done: (_data, { label }) => t('publish.revoked', { label }) },
  );
}
