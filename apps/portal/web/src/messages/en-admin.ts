import { accessMessages } from './en/access.ts';
import { administrationMessages } from './en/administration.ts';
import { auditMessages } from './en/audit.ts';
import { cardsMessages } from './en/cards.ts';
import { syncMessages } from './en/sync.ts';
import { usersMessages } from './en/users.ts';

/** The messages of the administrators' pages, which load with the first of them. */
export const adminMessages = {
  ...administrationMessages,
  ...usersMessages,
  ...accessMessages,
  ...cardsMessages,
  ...syncMessages,
  ...auditMessages,
};
