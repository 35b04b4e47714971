interface Entry<In, Out> {
  item: In;
  resolve(value: Out): void;
  reject(error: unknown): void;
}

/**
 * Gathers what is asked while a call is under way into the next call, so that twenty jobs cost one statement, not twenty.
 * When a batch fails, each of its items is tried alone: one bad item fails by itself.
 *
 * @param run answers a batch, in its order
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
      await settle(batch);
    }
    busy = false;
  }

  async function settle(batch: Entry<In, Out>[]): Promise<void> {
    try {
      const answers = await run(batch.map(({ item }) => item));
      batch.forEach((entry, index) => entry.resolve(answers[index] as Out));
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error);
      else for (const entry of batch) await settle([entry]);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (busy) return;
      busy = true;
      // After the current round of input, so that messages that arrived together are answered together.
      setImmediate(() => void drain());
    });
}
