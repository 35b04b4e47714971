import { AppError } from '@cairn/service';

export interface Places {
  /** Takes a place; returns how to give it back, once. AppError `too_many` when there is none. */
  take(userId: number): () => void;
}

/** How many terminals one person, and all together, may have open. */
export function createPlaces({ perUser, total }: { perUser: number; total: number }): Places {
  const taken = new Map<number, number>();
  let all = 0;

  return {
    take(userId) {
      const own = taken.get(userId) ?? 0;
      if (own >= perUser)
        throw full(`You have ${own} terminals open, which is the limit; close one of them.`);
      if (all >= total) {
        throw full(`There are ${all} terminals open, which is the limit of this server; try again later.`);
      }
      taken.set(userId, own + 1);
      all += 1;
      let given = false;
      return () => {
        if (given) return;
        given = true;
        all -= 1;
        const left = taken.get(userId)! - 1;
        if (left > 0) taken.set(userId, left);
        else taken.delete(userId);
      };
    },
  };
}

function full(message: string): AppError {
  return new AppError({ kind: 'too_many', code: 'dbadmin.too_many_terminals', message });
}
