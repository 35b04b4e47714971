import type { ReportMgmtOperations, ReportMgmtSchemas } from '@cairn/contracts';
import { auditContext, respond } from '@cairn/service';
import type { Actor, Call, Handlers } from '@cairn/service';
import type { CatalogEntry } from '../definitions/catalog.ts';
import { REPORT, reportPath } from '../definitions/report-resource.ts';
import { thumbnailUrl } from '../definitions/thumbnail-url.ts';
import type { DiscoveryService } from './service.ts';

type Operation =
  | 'discover'
  | 'discoverIndex'
  | 'describeResourceSync'
  | 'syncResources'
  | `refuseResourceSync${'Put' | 'Patch' | 'Delete' | 'Options'}`;

const SERVICE = 'report-mgmt';

export function discoveryRoutes({
  discovery,
}: {
  discovery: DiscoveryService;
}): Handlers<ReportMgmtOperations, Operation> {
  async function discover(
    _input: unknown,
    actor: Actor,
    { basePath }: Call,
  ): Promise<ReportMgmtSchemas['ReportDiscovery']> {
    const entries = await discovery.list(actor);
    return {
      service: SERVICE,
      resource_type: REPORT,
      items: entries.map((entry) => toItem(entry, basePath)),
    };
  }
  const refuse = () => respond(405, { error: 'This address takes GET and POST.' }, { Allow: 'GET, POST' });
  return {
    discover,
    discoverIndex: discover,

    async describeResourceSync() {
      await discovery.requireSync();
      const hint =
        'POST here registers all reports with the portal. Permissions that exist stay as they are.';
      return { ok: true, service: SERVICE, hint };
    },

    async syncResources(_input, actor, call) {
      const { registered, existing, skipped, errors } = await discovery.sync(auditContext(actor, call));
      const ok = errors.length === 0;
      return { service: SERVICE, ok, registered, already_exists: existing, errors, skipped };
    },

    refuseResourceSyncPut: refuse,
    refuseResourceSyncPatch: refuse,
    refuseResourceSyncDelete: refuse,
    refuseResourceSyncOptions: refuse,
  };
}

function toItem(
  { key, title, description, thumbnailVersion, updatedAt }: CatalogEntry,
  basePath: string,
): ReportMgmtSchemas['ReportDiscovery']['items'][number] {
  const thumbnail = thumbnailUrl({ key, thumbnailVersion }, basePath);
  return {
    ...{ id: key, resource_type: REPORT, resource_key: key, title, description },
    ...{ url: reportPath(key, basePath), category: 'Report', service: SERVICE },
    ...(thumbnail ? { thumbnail } : {}),
    ...(updatedAt ? { updated_at: updatedAt.toISOString() } : {}),
  };
}
