import type { Auth, PortalRegistry } from '@cairn/auth';
import type { Actor } from '@cairn/service';
import { reportExists } from './errors.ts';
import type { Report } from './types.ts';

/** The portal keeps who may view and edit a report. */
export const REPORT = 'report';

export function reportResource(key: string) {
  return { resourceType: REPORT, resourceKey: key };
}

/** Path of the page of a report. */
export function reportPath(key: string, basePath: string): string {
  return `${basePath}/library/${encodeURIComponent(key)}`;
}

interface PortalDeps {
  registry: PortalRegistry | null;
  auth: Auth;
  config: AddressConfig;
}

interface AddressConfig {
  basePath: string;
  /** Where it is set, report management has the page of a report, and tells the portal. */
  reportMgmtUrl?: string;
}

function addressOf(key: string, { basePath, reportMgmtUrl }: AddressConfig): { url?: string } {
  return reportMgmtUrl ? {} : { url: reportPath(key, basePath) };
}

/**
 * Registers a new report, whose owner is the caller. Report management may have registered the key already: then the owner stays.
 * @throws {AppError} conflict when the caller may not edit what the portal has under the key
 */
export async function registerNewReport(
  { registry, auth, config }: PortalDeps,
  report: Report,
  actor: Actor,
): Promise<void> {
  if (!registry) return;
  const resource = {
    ...reportResource(report.key),
    displayName: report.title,
    ...addressOf(report.key, config),
  };
  const { created } = await registry.registerResource({ ...resource, visibility: 'restricted' });
  if (created) {
    await registry.registerResource({ ...resource, ownerId: report.ownerId });
  } else if (!(await auth.allows(actor, { ...reportResource(report.key), permission: 'edit' }))) {
    throw reportExists(report.key);
  }
}

/** Gives the portal the title of a report. */
export async function renameReport(
  { registry, config }: Omit<PortalDeps, 'auth'>,
  { key, title }: Report,
): Promise<void> {
  await registry?.registerResource({
    ...reportResource(key),
    displayName: title,
    ...addressOf(key, config),
  });
}
