import { badGateway, notFound, unavailable } from '@cairn/service';
import type { AppError } from '@cairn/service';

export const NOT_CONFIGURED =
  'GIS projects are drawn by a GIS publish service, and this vault is not connected to one. Ask the operator to set GISPROJ_URL.';

export function notConfigured(): AppError {
  return unavailable('vault.no_gis_publish', NOT_CONFIGURED);
}

export function publishServiceFailed(cause?: unknown): AppError {
  const failure = badGateway(
    'vault.gis_publish_failed',
    'The GIS publish service gave no usable answer. Try again in a moment.',
  );
  failure.cause = cause;
  return failure;
}

export function noSuchGisProject(): AppError {
  return notFound('vault.no_such_gis_project', 'There is no such GIS project.');
}
