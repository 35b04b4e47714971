import type { ConstraintErrors } from '@cairn/db';
import { conflict, notFound } from '@cairn/service';
import type { AppError } from '@cairn/service';
import type { ExpectedFile, FileIdentity } from '@cairn/files';
import { ProviderError } from '../providers/errors.ts';

export const HASH_MISMATCH = 'field_sync.hash_mismatch';

/** Another attempt works on the same download. */
export function downloadTakenOver(path: string): AppError {
  return conflict('field_sync.download_taken_over', `Another attempt continues the download of ${path}.`);
}

/** The file is not what the provider's list says, also when it was fetched again from its first byte. */
export function fileDamaged(
  path: string,
  { expected, actual }: { expected: ExpectedFile; actual: FileIdentity },
): ProviderError {
  return new ProviderError({
    outcome: 'damaged',
    code: HASH_MISMATCH,
    message: `The provider sends other bytes for ${path} than it lists, twice in a row. Listed: ${describe(expected)}. Received: ${describe(actual)}. Save the file again in the project, or ask the operator of the server.`,
  });
}

/** The version was replaced while it was fetched; providers rebuild files of old versions, with other bytes. */
export function versionReplaced(path: string): ProviderError {
  return new ProviderError({
    outcome: 'retry',
    code: 'field_sync.version_replaced',
    message: `The provider has a newer version now and no longer sends the listed bytes of ${path}. The next run fetches the newer version.`,
  });
}

export function fileKeepsChanging(path: string): ProviderError {
  return new ProviderError({
    outcome: 'retry',
    code: 'field_sync.file_changing',
    message: `The file ${path} changed several times while it was fetched. It is tried again.`,
  });
}

export function connectionLost(path: string, cause: unknown): ProviderError {
  return new ProviderError(
    {
      outcome: 'retry',
      code: 'field_sync.connection_lost',
      message: `The connection was lost several times while ${path} was fetched. The download continues where it stopped.`,
    },
    cause,
  );
}

export function notAGeoPackage(path: string): ProviderError {
  return new ProviderError({
    outcome: 'pause',
    code: 'field_sync.not_a_geopackage',
    message: `The file ${path} is not a GeoPackage: it does not begin as a SQLite database does. Choose another file in the settings, or replace it in the project.`,
  });
}

/** A file that the version needs was removed between the look for it and the commit. */
export const OBJECT_REMOVED: ConstraintErrors = {
  snapshot_files_object_key_fkey: {
    kind: 'unavailable',
    code: 'field_sync.object_removed',
    message: 'A file of the version was removed at the same time. It is fetched again.',
  },
};

export function packageNotListed(path: string): ProviderError {
  return new ProviderError({
    outcome: 'pause',
    code: 'field_sync.package_missing',
    message: `The version has no file ${path}. Put the GeoPackage back, or choose another one in the settings.`,
  });
}

export function noSuchPackage(name: string): AppError {
  return notFound('field_sync.no_such_package', `There is no package "${name}". It may have been removed.`);
}

export function noSuchImage(): AppError {
  return notFound('field_sync.no_such_image', 'Image not found in the current version of the project.');
}

export function noThumbnail(): AppError {
  return notFound(
    'field_sync.no_thumbnail',
    'No thumbnail can be made of this image. Download the image itself.',
  );
}

/** A hash if there is one, else the size. */
function describe({ size, sha256, sha1 }: ExpectedFile): string {
  if (sha256) return `SHA-256 ${sha256}${sha1 ? `, SHA-1 ${sha1}` : ''}`;
  return sha1 ? `SHA-1 ${sha1}` : `${size ?? 'unknown'} bytes`;
}
