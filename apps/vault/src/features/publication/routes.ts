import type { VaultOperations } from '@cairn/contracts';
import { auditContext, parseId, respond } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { checkedDatasetId } from '../access/dataset-guard.ts';
import { withoutPeople } from '../access/redact.ts';
import { noSuchVersionId } from '../versions/errors.ts';
import { toCapabilityBody, toPublicationBody, toPublishBody, toTokenBody } from './mapper.ts';
import { readFollow } from './published-layers.ts';
import type { PublishedLayers } from './published-layers.ts';
import type { PublicationService } from './service.ts';
import { readExpiry, readLabel } from './tokens.ts';
import type { TileTokens } from './tokens.ts';

export interface PublicationRoutesDeps {
  publication: PublicationService;
  publishedLayers: PublishedLayers;
  tileTokens: TileTokens;
}

type Operation =
  | 'publishCapability'
  | 'publishVersion'
  | 'listPublications'
  | 'updatePublication'
  | 'endPublication'
  | 'listPublicationTokens'
  | 'createPublicationToken'
  | 'revokePublicationToken';

export function publicationRoutes({
  publication,
  publishedLayers,
  tileTokens,
}: PublicationRoutesDeps): Handlers<VaultOperations, Operation> {
  return {
    async publishCapability({ path }, _actor, call) {
      const id = parseId(path.id);
      if (id === null) throw noSuchVersionId(path.id);
      const { target, availability } = await publication.capability(id, call.signal);
      return toCapabilityBody(target, availability);
    },

    async publishVersion({ body }, actor, call) {
      const { version_id: versionId, dataset, layer, follow } = body;
      const request = {
        versionId,
        ...(dataset === undefined ? {} : { dataset }),
        ...(layer === undefined ? {} : { layer }),
        ...(follow === undefined ? {} : { follow }),
      };
      const cause = auditContext(actor, call);
      return toPublishBody(await publication.publish(actor, request, { cause, signal: call.signal }), call);
    },

    async listPublications(_input, actor, call) {
      const listed = await publishedLayers.list(checkedDatasetId(call));
      return listed.map((each) => withoutPeople(toPublicationBody(each, call), actor, 'published_by'));
    },

    async updatePublication({ path, body }, actor, call) {
      const { signal } = call;
      const change = { versionId: readFollow(body), cause: auditContext(actor, call), signal };
      return toPublicationBody(await publishedLayers.pin(path.publication, change), call);
    },

    async endPublication({ path }, actor, call) {
      await publishedLayers.end(path.publication, auditContext(actor, call));
      return { success: true };
    },

    async listPublicationTokens({ path }) {
      return (await tileTokens.list(path.publication)).map(toTokenBody);
    },

    async createPublicationToken({ path, body }, actor, call) {
      const { secret, ...created } = await tileTokens.create(path.publication, {
        label: readLabel(body.label),
        expiresAt: readExpiry(body.expires_at),
        actor,
        cause: auditContext(actor, call),
      });
      return respond(201, { ...toTokenBody(created), token: secret });
    },

    async revokePublicationToken({ path }, actor, call) {
      await tileTokens.revoke(path.publication, path.token_id, auditContext(actor, call));
      return { success: true };
    },
  };
}
