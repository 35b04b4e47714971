import type { Auth, PortalRegistry, ResourceRegistration } from '@cairn/auth';

/** The portal keeps who may view and edit a report. */
export const REPORT = 'report';

export function reportResource(key: string) {
  return { resourceType: REPORT, resourceKey: key };
}

/** Path of the page of a report. */
export function reportPath(key: string, basePath: string): string {
  return `${basePath}/reports/view.php?report=${encodeURIComponent(key)}`;
}

export interface PortalDeps {
  auth: Auth;
  /** Null without a portal. */
  registry: PortalRegistry | null;
  config: { basePath: string };
}

/**
 * The permissions of a new report: `Administrators:admin`, `Editors:edit` and `Public:view`, as far as these groups exist.
 * @throws {AppError} unavailable when the groups cannot be read
 */
export async function defaultGrants(auth: Auth): Promise<NonNullable<ResourceRegistration['grants']>> {
  const ids = [...(await auth.groupNames())];
  const named = [
    { name: 'administrators', permission: 'admin' },
    { name: 'editors', permission: 'edit' },
  ] as const;
  const grants = named.flatMap(({ name, permission }) => {
    const [id] = ids.find(([, group]) => group.toLowerCase() === name) ?? [];
    return id === undefined ? [] : [{ group: id, permission }];
  });
  return [...grants, { group: 'public', permission: 'view' }];
}
