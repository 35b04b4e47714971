interface Entry<In, Out> {
  item: In;
  resolve(value: Out): void;
  reject(error: unknown): void;
}

/**
 * Collects the items that arrive during a call into the next call, so that twenty jobs cost one statement, not twenty. When a
 * batch fails, each of its items is tried alone, so that one bad item fails alone.
 *
 * @param run returns one result for each item, in their order
 */
export function createBatcher<In, Out>(
  run: (items: In[]) => Promise<Out[]>,
  largest = 200,
): (item: In) => Promise<Out> {
  let waiting: Entry<In, Out>[] = [];
  let busy = false;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, largest);
      waiting = waiting.slice(largest);
      await runBatch(batch);
    }
    busy = false;
  }

  async function runBatch(batch: Entry<In, Out>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      batch.forEach((entry, index) => entry.resolve(results[index] as Out));
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error);
      else for (const entry of batch) await runBatch([entry]);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (busy) return;
      busy = true;
      // After the current round of I/O, so that messages that arrived together form one batch.
      setImmediate(() => void drain());
    });
}
