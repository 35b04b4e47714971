import type { VaultSchemas } from '@cairn/contracts';
import { serviceUrl } from '../geoserver/ogc.ts';
import type { QueuedPublication } from './service.ts';
import { UNPUBLISH_JOB } from './types.ts';
import type { Publication, PublicationStatus } from './types.ts';

export function toPublicationBody(publication: Publication): VaultSchemas['MapServerPublication'] {
  const { serverUrl, workspace, type, publishedAt } = publication;
  const status = statusOf(publication);
  const url = (service: 'wms' | 'wfs' | 'wcs') => serviceUrl(serverUrl, workspace, service);
  return {
    id: publication.id,
    dataset: publication.dataset,
    ...(publication.datasetId === null ? { dataset_deleted: true } : {}),
    ...(publication.version === null ? {} : { version: publication.version }),
    connection_id: publication.connectionId,
    connection: publication.connection,
    workspace,
    store: publication.store,
    layers: publication.layers,
    ...(publication.style === null ? {} : { style: publication.style }),
    status,
    ...(status === 'failed' ? { error: publication.jobError ?? 'The job was cancelled.' } : {}),
    ...leftoverOf(publication, status),
    ...(publication.jobId === null ? {} : { job_id: String(publication.jobId) }),
    wms_url: url('wms'),
    ...(type === 'raster' ? { wcs_url: url('wcs') } : { wfs_url: url('wfs') }),
    requested_at: publication.requestedAt.toISOString(),
    ...(publication.requestedBy === null ? {} : { requested_by: publication.requestedBy }),
    ...(publishedAt === null ? {} : { published_at: publishedAt.toISOString() }),
  };
}

/** What a failed job may have left on the map server. */
function leftoverOf({ claimed, publishedAt, replacement }: Publication, status: PublicationStatus) {
  if (status !== 'failed') return { leftover: false };
  if (replacement) return { leftover: true, leftover_store: replacement.store };
  return { leftover: claimed && publishedAt === null };
}

function statusOf({ jobStatus, jobKind, publishedAt }: Publication): PublicationStatus {
  if (jobStatus === 'queued' || jobStatus === 'running') {
    if (jobKind === UNPUBLISH_JOB) return 'unpublishing';
    return jobStatus === 'queued' ? 'queued' : 'publishing';
  }
  if (jobStatus === 'failed' || jobStatus === 'cancelled') return 'failed';
  return publishedAt === null ? 'failed' : 'published';
}

export function toQueuedBody({ job, publicationId }: QueuedPublication): VaultSchemas['QueuedPublication'] {
  return { job_id: String(job.id), status: job.status, publication_id: publicationId };
}
