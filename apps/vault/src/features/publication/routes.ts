import type { VaultOperations } from '@cairn/contracts';
import type { Handlers } from '@cairn/service';
import { noSuchVersionId } from '../versions/errors.ts';
import type { VersionService } from '../versions/service.ts';
import { publishCapability } from './capability.ts';
import type { PublishTarget } from './capability.ts';

export interface PublicationRoutesDeps {
  versions: VersionService;
  /** Targets that the operator has connected. */
  publishTargets: ReadonlySet<PublishTarget>;
}

export function publicationRoutes({
  versions,
  publishTargets,
}: PublicationRoutesDeps): Handlers<VaultOperations, 'publishCapability'> {
  return {
    async publishCapability({ path }) {
      const version = await versions.findById(Number(path.id));
      if (!version) throw noSuchVersionId(path.id);
      return publishCapability(version, publishTargets);
    },
  };
}
