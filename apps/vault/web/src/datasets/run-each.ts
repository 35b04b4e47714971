export interface Outcome<Item> {
  done: Item[];
  failed: { item: Item; error: unknown }[];
}

interface Request<Item> {
  items: readonly Item[];
  /** Changes one of them. */
  change: (item: Item) => Promise<unknown>;
  onProgress?: (settled: number) => void;
}

/** Enough to hide the way to the server, not enough to keep others waiting. */
const AT_ONCE = 4;

/** Changes each item, a few at a time. One that fails stops none of the others. */
export async function runEach<Item>({ items, change, onProgress }: Request<Item>): Promise<Outcome<Item>> {
  const outcome: Outcome<Item> = { done: [], failed: [] };
  let next = 0;
  async function work(): Promise<void> {
    while (next < items.length) {
      const item = items[next++] as Item;
      try {
        await change(item);
        outcome.done.push(item);
      } catch (error) {
        outcome.failed.push({ item, error });
      }
      onProgress?.(outcome.done.length + outcome.failed.length);
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, work));
  return outcome;
}
