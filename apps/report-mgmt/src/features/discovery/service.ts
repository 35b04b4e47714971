import type { Actor } from '@cairn/service';
import { unavailable } from '@cairn/service';
import type { AuditContext, Logger } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { recordAudit } from '../audit/repo.ts';
import type { Catalog, CatalogEntry } from '../definitions/catalog.ts';
import type { Registry } from '../definitions/disk/registry.ts';
import { registerReports } from '../definitions/portal-sync.ts';
import { saveRegistered } from '../definitions/repo.ts';
import type { PortalDeps } from '../definitions/report-resource.ts';
import type { Scanner } from '../definitions/scan.ts';

export type DiscoveryService = ReturnType<typeof createDiscoveryService>;

/** How the last resource sync went. */
export interface SyncSummary {
  registered: number;
  existing: number;
  /** Definitions with problems. */
  skipped: number;
  errors: string[];
}

interface Deps extends PortalDeps {
  db: Db;
  catalog: Catalog;
  files: Registry;
  scanner: Scanner;
  logger: Logger;
}

/** What the portal knows of reports. */
export function createDiscoveryService(deps: Deps) {
  const { db, auth, registry, catalog, files, scanner } = deps;

  return {
    /** The reports that the caller may view. New ones are registered first. */
    async list(actor: Actor): Promise<CatalogEntry[]> {
      await scanner.scan();
      const { entries } = await catalog.list(actor);
      return entries.filter(({ definition, problems }) => definition || problems?.length === 0);
    },

    /** @throws {AppError} unavailable when reports cannot be registered here, or not now */
    async requireSync(): Promise<void> {
      if (!registry) {
        throw unavailable(
          'report-mgmt.no_portal',
          'Reports cannot be registered: no portal is configured. Ask the operator to set PORTAL_URL.',
        );
      }
      await auth.groupNames();
    },

    /** Registers every report again, whatever was registered before; permissions stay as they are. */
    async sync(cause: AuditContext): Promise<SyncSummary> {
      await this.requireSync();
      await scanner.update();
      const entries = files.entries();
      const reports = entries.flatMap(({ key, definition }) =>
        definition ? [{ key, title: definition.title }] : [],
      );
      const result = await registerReports(deps, reports);
      const failed = new Set(result.failed.map(({ key }) => key));
      await saveRegistered(
        db,
        reports.filter(({ key }) => !failed.has(key)),
      );
      const summary = {
        registered: result.registered.length,
        existing: result.existing.length,
        skipped: entries.length - reports.length,
        errors: result.failed.map(({ key, error }) => `${key}: ${error}`),
      };
      const { errors, ...counts } = summary;
      const details = { ...counts, failed: errors.length };
      await recordAudit(db, { event: 'resources.synced', cause, subject: 'reports', details });
      return summary;
    },
  };
}
