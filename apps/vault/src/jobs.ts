import type { Processor } from '@cairn/jobs';
import type { Context } from './context.ts';
import { setCrs } from './features/crs/set-crs-job.ts';
import { deriveVersion } from './features/derive/derive-job.ts';
import { importService } from './features/featuresvc/import-job.ts';
import { importFile } from './features/imports/import-job.ts';
import { quickImport } from './features/quick-import/quick-import-job.ts';
import { inspectVersion } from './features/content/inspect-job.ts';
import { copyVersion } from './features/imports/local-copies/copy-job.ts';
import { loadPostgis } from './features/connections/load-job.ts';
import { writeTileFile } from './features/content/tiles/tiles-job.ts';
import { publishVersion } from './features/mapserver/publications/publish-job.ts';
import { PUBLISH_JOB, UNPUBLISH_JOB } from './features/mapserver/publications/types.ts';
import { unpublish } from './features/mapserver/publications/unpublish-job.ts';
import { PORTAL_SYNC } from './features/portal-sync/portal-sync.ts';
import { autoCommitEdits } from './features/rows/auto-commit-job.ts';
import { commitEdits } from './features/rows/commit-edits.ts';

export const worker = {
  processors,
  /** Their time depends on a network or on the size of a file. */
  longKinds: [
    'import.url',
    'import.s3',
    'import.mapserver',
    'import.quick',
    'featuresvc.import',
    'postgis.load',
    'version.copy',
    'version.derive',
    'version.set_crs',
    'version.tiles',
    PUBLISH_JOB,
  ],
};

/** What the vault's workers do, by kind of job. */
function processors(context: Context): Record<string, Processor> {
  return {
    'version.copy': copyVersion(context),
    'version.derive': deriveVersion(context),
    'version.set_crs': setCrs(context),
    'version.inspect': inspectVersion(context),
    'version.tiles': writeTileFile(context),
    'import.url': importFile(context),
    'import.s3': importFile(context),
    'import.mapserver': importFile(context),
    'import.quick': quickImport(context),
    'featuresvc.import': importService(context),
    'postgis.load': loadPostgis(context),
    'edits.auto_commit': autoCommitEdits(context),
    'edits.commit': commitEdits(context),
    [PUBLISH_JOB]: publishVersion(context),
    [UNPUBLISH_JOB]: unpublish(context),
    [PORTAL_SYNC]: context.portalSync.process,
  };
}
