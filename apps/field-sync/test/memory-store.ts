import type { TokenStore } from '../src/features/providers/sign-in.ts';

/** The token of a server, kept by this process alone. */
export function memoryStore(): TokenStore & { problem: string | null } {
  const kept: Awaited<ReturnType<TokenStore['read']>> = { issued: null, problem: null };
  return {
    get problem() {
      return kept.problem;
    },
    read: async () => ({ ...kept }),
    save: async (issued) => void (kept.issued = issued),
    stop: async (problem) => void (kept.problem = problem),
  };
}
