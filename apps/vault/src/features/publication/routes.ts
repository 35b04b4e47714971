import type { VaultOperations } from '@cairn/contracts';
import { notFound } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { findVersionById } from '../versions/repo.ts';
import { publishCapability } from './capability.ts';
import type { PublishTarget } from './capability.ts';

export interface PublicationRoutes {
  db: Db;
  /** What the operator has connected. */
  publishTargets: ReadonlySet<PublishTarget>;
}

export function publicationRoutes({
  db,
  publishTargets,
}: PublicationRoutes): Handlers<VaultOperations, 'publishCapability'> {
  return {
    async publishCapability({ path }) {
      const version = await findVersionById(db, Number(path.id));
      if (!version) throw notFound('vault.no_such_version', `There is no version with the id ${path.id}.`);
      return publishCapability(version, publishTargets);
    },
  };
}
