import { badGateway, badRequest, forbidden } from '@cairn/service';
import type { AppError } from '@cairn/service';
import type { UpstreamName } from './types.ts';

/** How people know the upstreams, and the variables that name them. */
const UPSTREAMS: Record<UpstreamName, { noun: string; variable: string }> = {
  analysis: { noun: 'analysis service', variable: 'ANALYSIS_URL' },
  formbuilder: { noun: 'form builder', variable: 'FORMBUILDER_URL' },
  sync: { noun: 'sync service', variable: 'SYNC_UPSTREAM_URL' },
};

export function unknownService(): AppError {
  return badRequest(
    'field_sync.unknown_service',
    'service must be given once, as analysis, formbuilder or sync.',
  );
}

export function targetNotAllowed(): AppError {
  return forbidden(
    'field_sync.target_not_allowed',
    'This method and path are not passed on. Send path once, exactly as documented.',
  );
}

export function pathNotAllowed(): AppError {
  return forbidden(
    'field_sync.path_not_allowed',
    'This path is not passed on, because it may lead elsewhere. Open the page from its start.',
  );
}

export function notConfigured(upstream: UpstreamName): AppError {
  const { noun, variable } = UPSTREAMS[upstream];
  return badGateway(
    'field_sync.upstream_missing',
    `No ${noun} is configured. Ask the operator to set ${variable}.`,
  );
}

export function unreachable(upstream: UpstreamName, cause: unknown): AppError {
  const error = badGateway(
    'field_sync.upstream_unreachable',
    `The ${UPSTREAMS[upstream].noun} cannot be reached. Try again in a moment.`,
  );
  return Object.assign(error, { cause });
}

export function redirects(upstream: UpstreamName): AppError {
  return badGateway(
    'field_sync.upstream_redirects',
    `The ${UPSTREAMS[upstream].noun} answers with a redirect, which is not followed. Ask the operator to check ${UPSTREAMS[upstream].variable}.`,
  );
}
