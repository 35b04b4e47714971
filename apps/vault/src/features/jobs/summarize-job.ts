import { summarizeStatus } from '@cairn/jobs';
import type { Job, JobSummary } from '@cairn/jobs';

interface Result {
  dataset?: string;
  version?: number;
  new_version?: number;
  success?: boolean;
  unchanged?: boolean;
  error?: string;
}

const DERIVED: Record<string, [imperative: string, past: string]> = {
  filter: ['Filter', 'Filtered'],
  dissolve: ['Dissolve', 'Dissolved'],
  clip: ['Clip', 'Clipped'],
  buffer: ['Buffer', 'Buffered'],
  reproject: ['Reproject', 'Reprojected'],
  simplify: ['Simplify', 'Simplified'],
  spatial_join: ['Join', 'Joined'],
  intersect: ['Intersect', 'Intersected'],
  calculate: ['Calculate a field of', 'Calculated a field of'],
};

/** The summary of a job for users; null for housekeeping. */
export function summarizeJob(job: Job): JobSummary | null {
  const words = wordsOf(job);
  if (!words) return null;
  const { doing, done, page } = words;
  const result = (job.result ?? {}) as Result;
  const failed = result.success === false && result.error !== undefined;
  if (job.status === 'failed' || (job.status === 'succeeded' && failed)) {
    const summary = summarizeStatus('failed', doing);
    return { summary, page, ...(failed ? { error: result.error as string } : {}) };
  }
  if (job.status !== 'succeeded') return { summary: summarizeStatus(job.status, doing), page };
  const summary = done + destinationOf(job, result);
  return { summary, page: result.dataset === undefined ? page : datasetPage(result.dataset) };
}

/** The end of the sentence: the dataset and version that were created. */
function destinationOf(
  job: Job,
  { dataset, version, new_version: next = version, unchanged }: Result,
): string {
  const { title } = job.payload as { title?: string };
  if (unchanged) return `: no changes since version ${version}`;
  if (job.kind === 'version.derive' && dataset !== undefined && dataset !== title) return ` into ${dataset}`;
  return next === undefined ? '' : ` as version ${next}`;
}

function wordsOf({ kind, payload }: Job): { doing: string; done: string; page: string } | null {
  const {
    title,
    derivation,
    new_dataset: created,
  } = payload as { title?: unknown; derivation?: { operation: string }; new_dataset?: object };
  if (typeof title !== 'string') return null;
  switch (kind) {
    case 'import.url':
    case 'import.s3':
    case 'import.mapserver':
      return {
        doing: `Import ${title}`,
        done: `Imported ${title}`,
        page: `/upload?from=${kind.slice('import.'.length)}`,
      };
    case 'import.quick':
      return {
        doing: `Load ${title} into a database`,
        done: `Loaded ${title} into a database`,
        page: '/upload?from=quick',
      };
    case 'featuresvc.import':
      return { doing: `Import ${title}`, done: `Imported ${title}`, page: '/upload?from=featuresvc' };
    case 'postgis.load':
      return {
        doing: `Load ${title} into PostGIS`,
        done: `Loaded ${title} into PostGIS`,
        page: datasetPage(title),
      };
    case 'mapserver.publish':
      return {
        doing: `Publish ${title} to a map server`,
        done: `Published ${title} to a map server`,
        page: datasetPage(title),
      };
    case 'mapserver.unpublish':
      return {
        doing: `Remove ${title} from a map server`,
        done: `Removed ${title} from a map server`,
        page: datasetPage(title),
      };
    case 'version.copy':
      return {
        doing: `Copy the object of ${title}`,
        done: `Copied the object of ${title}`,
        page: datasetPage(title),
      };
    case 'edits.commit':
      return { doing: title, done: title.replace(/^Save /, 'Saved '), page: '/' };
    case 'version.set_crs':
      return { doing: `Set CRS of ${title}`, done: `Set CRS of ${title}`, page: datasetPage(title) };
    case 'version.derive': {
      const [doing, done] = DERIVED[derivation?.operation ?? ''] ?? ['Derive', 'Derived'];
      // A new dataset has no page before the job has created it.
      const page = created ? '/' : datasetPage(title);
      return { doing: `${doing} ${title}`, done: `${done} ${title}`, page };
    }
    default:
      return null;
  }
}

function datasetPage(name: string): string {
  return `/datasets/${encodeURIComponent(name)}`;
}
