import type { PortalRegistry } from '@cairn/auth';
import type { Db } from '../../db/schema.ts';
import { dashboardResource } from './portal-entry.ts';
import { deleteDashboard, listDeletedBefore } from './repo.ts';

/** Deleted dashboards can be restored for this long. */
const KEEP_DAYS = 30;

/** Removes dashboards that were deleted long ago, and what the portal keeps of them. */
export async function forgetDeletedDashboards(db: Db, registry: PortalRegistry | null): Promise<void> {
  for (const id of await listDeletedBefore(db, KEEP_DAYS)) {
    // First, so that a portal that does not answer is asked again.
    await registry?.forgetResource(dashboardResource(id));
    await deleteDashboard(db, id);
  }
}
