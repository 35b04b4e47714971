import type { Processor } from '@cairn/jobs';
import type { Context } from '../context.ts';
import { setCrs } from '../features/crs/set-crs-job.ts';
import { announceTitle } from './announce-title.ts';
import { deriveVersion } from './derive-version.ts';
import { importFile } from './import-file.ts';
import { inspectVersion } from './inspect-version.ts';
import { loadPostgis } from './load-postgis.ts';
import { makeTilesOf } from './make-tiles.ts';
import { registerLate } from './register-dataset.ts';
import { releaseName } from './release-name.ts';
import { sealAfterPause, sealEdits } from './seal-edits.ts';

/** They may take very long: their time depends on a network or on the size of a file. */
export const LONG_KINDS = [
  'import.url',
  'import.s3',
  'postgis.load',
  'version.derive',
  'version.set_crs',
  'version.tiles',
];

/** What the vault's workers do, by kind of job. */
export function processors(
  context: Pick<
    Context,
    | 'db'
    | 'jobs'
    | 'surveys'
    | 'tiles'
    | 'contents'
    | 'registry'
    | 'postgis'
    | 'releases'
    | 'imports'
    | 'storage'
    | 'ingest'
    | 'auth'
    | 'sessions'
    | 'config'
  >,
): Record<string, Processor> {
  return {
    'version.derive': deriveVersion(context),
    'version.set_crs': setCrs(context),
    'version.inspect': inspectVersion(context),
    'version.tiles': makeTilesOf(context),
    'dataset.register': registerLate(context),
    'import.url': importFile(context),
    'import.s3': importFile(context),
    'postgis.load': loadPostgis(context),
    'dataset.release': releaseName(context.releases),
    'edits.pause': sealAfterPause(context),
    'edits.seal': sealEdits(context),
    'dataset.title': announceTitle(context),
  };
}
