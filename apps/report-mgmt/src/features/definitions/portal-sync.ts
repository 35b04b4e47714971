import { AppError } from '@cairn/service';
import type { Logger } from '@cairn/service';
import { defaultGrants, reportPath, reportResource } from './report-resource.ts';
import type { PortalDeps } from './report-resource.ts';

/** Requests to the portal at once. */
const AT_ONCE = 8;

export interface SyncResult {
  /** Keys that are new at the portal. */
  registered: string[];
  /** Keys that it had; their permissions stay as they are. */
  existing: string[];
  failed: { key: string; error: string }[];
}

/**
 * Registers reports with the portal. Stops at the first failure to reach it, so that a portal which is away costs one deadline.
 * @throws {AppError} unavailable when the groups of the portal cannot be read
 */
export async function registerReports(
  { auth, registry, config: { basePath }, logger }: PortalDeps & { logger: Logger },
  reports: { key: string; title: string }[],
): Promise<SyncResult> {
  const result: SyncResult = { registered: [], existing: [], failed: [] };
  if (!registry || reports.length === 0) return result;
  const grants = await defaultGrants(auth);
  const left = [...reports];
  const take = async () => {
    for (let report = left.shift(); report; report = left.shift()) {
      const { key, title } = report;
      try {
        const url = reportPath(key, basePath);
        const resource = { ...reportResource(key), displayName: title, url, grants };
        const { created } = await registry.registerResource(resource);
        (created ? result.registered : result.existing).push(key);
      } catch (err) {
        logger.warn({ err, report: key }, 'report not registered with the portal');
        const error = err instanceof AppError ? err.message : 'The portal did not answer as expected.';
        result.failed.push({ key, error });
        if (err instanceof AppError && err.kind === 'unavailable') {
          result.failed.push(...left.splice(0).map((one) => ({ key: one.key, error })));
        }
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  return result;
}
