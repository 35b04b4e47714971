import type { EmbedService } from '../embed/service.ts';
import { requireResource } from '../embed/grants.ts';
import type { EmbedGrant, EmbeddedResource, EmbedResource } from '../embed/types.ts';
import { originsOf, refuseBound } from './access.ts';

interface EmbeddedDeps {
  embeds: EmbedService;
  config: { embedOrigins: readonly string[] };
}

export interface OpenedSession {
  secret: string;
  grant: EmbedGrant;
  title: string;
  /** Sites whose messages the page takes. */
  origins: string[];
}

export type EmbeddedPages = ReturnType<typeof createEmbeddedPages>;

/** Pages within other sites, and the sessions of their calls. */
export function createEmbeddedPages({ embeds, config }: EmbeddedDeps) {
  return {
    /**
     * The sites that may show a page.
     * @throws {AppError} forbidden when the token opens another resource, or the address has a name that it binds
     */
    frameAncestors(grant: EmbedGrant, resource: EmbedResource, names: Iterable<string>): string[] {
      requireResource(grant, resource);
      refuseBound(grant, names);
      return originsOf(grant.token, { ...config, self: "'self'" });
    },

    /** @throws {AppError} forbidden for a token that is wrong in any way, or that opens another resource */
    async openSession(token: string, resource: EmbedResource, self: string): Promise<OpenedSession> {
      const { secret, grant } = await embeds.openSession(token, resource);
      const origins = originsOf(grant.token, { ...config, self });
      return { secret, grant, title: titleOf(grant.content), origins };
    },
  };
}

function titleOf(content: EmbeddedResource): string {
  switch (content.kind) {
    case 'report':
      return content.report.title;
    case 'view':
      return content.view.title;
    case 'dashboard':
      return content.dashboard.title;
  }
}
