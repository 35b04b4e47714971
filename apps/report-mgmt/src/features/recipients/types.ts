import type { DeliveryStatus } from '../../db/schema.ts';

export interface Recipient {
  id: number;
  name: string;
  email: string;
  notes: string;
  hardBounces: number;
  lastBounce: string | null;
  suppressedAt: Date | null;
  lastDelivery: RecipientDelivery | null;
}

/** A mail to an address. */
export interface RecipientDelivery {
  id: string;
  executionId: string;
  reportKey: string;
  reportTitle: string;
  status: DeliveryStatus;
  at: Date;
  reply: string | null;
}

export interface RecipientFields {
  name: string;
  email: string;
  notes: string;
}
