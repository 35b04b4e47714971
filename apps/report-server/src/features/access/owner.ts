import type { Actor } from '@cairn/service';

/** The person who owns what an operation reads or writes. */
export interface Owner {
  id: number;
  username: string;
}

/** The caller as an owner. The contract admits only users to operations that need one. */
export function ownerOf({ id, username }: Pick<Actor, 'id' | 'username'>): Owner {
  if (id === null || username === null) throw new Error('Only users own views, dashboards and tokens.');
  return { id, username };
}
