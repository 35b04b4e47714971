const FRESH_MS = 30_000;
const MOST = 2_000;

/**
 * Answers that are cached for 30 s and shared by all callers. Those from before `since` are not used, and failures are not
 * cached.
 */
export function createKept<T>() {
  const kept = new Map<string, { at: number; answer: Promise<T> }>();
  return {
    get(key: string, since: Date | undefined, ask: () => Promise<T>): Promise<T> {
      const known = kept.get(key);
      const now = Date.now();
      if (known && Math.abs(now - known.at) < FRESH_MS && known.at > (since?.getTime() ?? 0))
        return known.answer;
      const answer = ask();
      kept.delete(key);
      kept.set(key, { at: now, answer });
      const [oldest] = kept.keys();
      if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
      answer.catch(() => {
        if (kept.get(key)?.answer === answer) kept.delete(key);
      });
      return answer;
    },
  };
}
