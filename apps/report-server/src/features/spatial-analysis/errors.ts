import { AppError, badRequest, unprocessable } from '@cairn/service';

const count = (value: number) => value.toLocaleString('en-GB');

export function unknownAnalysis(id: string, nearest: readonly string[]): AppError {
  const hint = nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : '';
  return badRequest('report-server.unknown_analysis', `analysis: there is no analysis "${id}".${hint}`);
}

export function badParameter(path: string, reason: string): AppError {
  return badRequest('report-server.bad_analysis_parameter', `${path} ${reason}.`);
}

export function missingOverlay(title: string): AppError {
  return badRequest('report-server.overlay_missing', `overlay: "${title}" needs a second layer.`);
}

export function otherDatasource(): AppError {
  return badRequest(
    'report-server.overlay_elsewhere',
    'overlay: both layers must be in the same datasource. Choose another second layer.',
  );
}

export function unknownSystem(place: string, srid: number): AppError {
  const reason = srid === 0 ? 'has no coordinate reference system' : `has the unknown SRID ${srid}`;
  return badRequest(
    'report-server.unknown_srid',
    `${place}: the geometry column ${reason}. Set its SRID in the database first.`,
  );
}

export function degreesOutOfRange(place: string, feature: string): AppError {
  return badRequest(
    'report-server.degrees_out_of_range',
    `${place}: feature ${feature} has a longitude beyond 180° or a latitude beyond 90°. Correct its coordinates, or filter it out.`,
  );
}

/** Limits of an analysis; a job has larger ones. `mostInJob` is null in a job. */
export interface Most {
  most: number;
  mostInJob: number | null;
}

export function tooManyFeatures(
  place: string,
  { found, most, mostInJob }: Most & { found: number },
): AppError {
  const jobHelps = mostInJob !== null && found <= mostInJob;
  return unprocessable(
    jobHelps ? 'report-server.too_many_features' : 'report-server.features_beyond_limits',
    `${place}: ${count(found)} features, and at most ${count(most)} can be analysed here. Filter the layer${jobHelps ? ', or run the analysis as a job' : ''}.`,
  );
}

export function tooManyResults({ most, mostInJob }: Most): AppError {
  const orJob = mostInJob === null ? '' : ', or run the analysis as a job';
  return unprocessable(
    'report-server.too_many_results',
    `The result has more than ${count(most)} features. Filter the layer, or choose larger cells or clusters as the result${orJob}.`,
  );
}

export function answerTooLarge(maxBytes: number): AppError {
  return unprocessable(
    'report-server.answer_too_large',
    `The result has more than ${count(Math.ceil(maxBytes / 1024 ** 2))} MiB. Filter the layer, or run the analysis as a job.`,
  );
}

export function layerTooLarge(title: string): AppError {
  return badRequest(
    'report-server.layer_too_large',
    `"${title}" needs distances in a plane, and the layer spans too much of the world for one. Filter it to about 30° or less.`,
  );
}

export function tooFewFeatures({ found, needed }: { found: number; needed: number }): AppError {
  return unprocessable(
    'report-server.too_few_features',
    `The layer has ${count(found)} features, and ${count(needed)} clusters need at least as many. Choose fewer clusters.`,
  );
}

/** An error of GEOS or PROJ: the geometry itself is the cause. */
export function analysisFailed(cause: unknown): AppError {
  return new AppError({
    kind: 'unprocessable',
    code: 'report-server.analysis_failed',
    message:
      'PostGIS could not compute this. Validate the geometries of the layer, and filter out those that are not valid.',
    cause,
  });
}
