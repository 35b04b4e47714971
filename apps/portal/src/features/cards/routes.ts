import type { PortalOperations } from '@cairn/contracts';
import { auditContext } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { toCardFields, toCardBody, toCardListBody } from './mapper.ts';
import type { CardService } from './service.ts';

type Operation = 'listCards' | 'listAllCards' | 'createCard' | 'replaceCard' | 'deleteCard' | 'reorderCards';

interface CardRoutes {
  cards: CardService;
  databaseConfigured: boolean;
}

export function cardRoutes({ cards, databaseConfigured }: CardRoutes): Handlers<PortalOperations, Operation> {
  return {
    async listCards(_input, actor) {
      if (databaseConfigured) return toCardListBody(await cards.listFor(actor));
      return {
        items: [],
        total: 0,
        categories: [],
        note: 'The portal has no database, so there are no cards to show.',
      };
    },
    listAllCards: async () => toCardListBody(await cards.listAll()),
    createCard: async ({ body }, actor, call) =>
      toCardBody(await cards.create(toCardFields(body), auditContext(actor, call))),
    replaceCard: async ({ path, body }, actor, call) =>
      toCardBody(await cards.replace(path.id, toCardFields(body), auditContext(actor, call))),
    async deleteCard({ path }, actor, call) {
      await cards.delete(path.id, auditContext(actor, call));
      return undefined;
    },
    async reorderCards({ body }, actor, call) {
      const positions = body.map(({ id, sort_order }) => ({ id, sortOrder: sort_order }));
      await cards.reorder(positions, auditContext(actor, call));
      return { status: 'ok' };
    },
  };
}
