import type { PollResult, Provider } from '../src/features/providers/types.ts';

export type PolledProvider = ReturnType<typeof createPolledProvider>;

/** A provider whose answers a test sets, and which counts what it is asked. */
export function createPolledProvider() {
  const versions = new Map<string, PollResult | Error>();
  const polls: string[][] = [];
  let silent = false;
  const notAsked = () => Promise.reject(new Error('not asked in this test'));
  const provider: Provider = {
    type: 'field',
    list: notAsked,
    files: notAsked,
    open: notAsked,
    info: notAsked,
    resolve: async (id) => ({ id, label: id, version: 'v1', updatedAt: null }),
    async poll(ids, signal) {
      polls.push([...ids]);
      if (silent) {
        await new Promise((_resolve, reject) =>
          signal?.addEventListener('abort', () => reject(signal.reason as Error)),
        );
      }
      const failure = versions.get('*');
      if (failure instanceof Error) throw failure;
      return new Map(ids.flatMap((id) => (versions.has(id) ? [[id, versions.get(id) as PollResult]] : [])));
    },
  };
  return {
    provider,
    polls,
    setVersion: (id: string, version: string) => versions.set(id, { version, updatedAt: null }),
    setProblem: (id: string, problem: 'missing' | 'denied', sentence = 'The provider says no.') =>
      versions.set(id, { problem, sentence }),
    /** Every poll fails; null ends that. */
    setFailure(error: Error | null) {
      if (error) versions.set('*', error);
      else versions.delete('*');
    },
    setSilent(value: boolean) {
      silent = value;
    },
  };
}
