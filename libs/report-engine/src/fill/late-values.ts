import type { LateScope, LateValues, WalkState } from './run.ts';

/** The late values of a fill while its first walk collects them. */
export interface LateCollector extends LateValues {
  /** Evaluates what waits for the end of this scope. */
  complete(scope: LateScope): void;
  /** The values for the second walk. */
  finish(end: WalkState): LateValues;
}

/** No late values: for templates without any. */
export const NO_LATE_VALUES: LateValues = {
  isCollecting: false,
  register: () => {},
  get: () => undefined,
  end: null,
};

/** Collects late values: each is evaluated once, at the end of its group or of the report, with the last row before it. */
export function createLateCollector(): LateCollector {
  const values = new Map<number, unknown>();
  const waiting = new Map<LateScope, { key: number; evaluate: () => unknown }[]>();
  return {
    isCollecting: true,
    end: null,
    get: () => undefined,
    register(scope, key, evaluate) {
      const list = waiting.get(scope) ?? [];
      waiting.set(scope, list);
      list.push({ key, evaluate });
    },
    complete(scope) {
      for (const { key, evaluate } of waiting.get(scope) ?? []) values.set(key, evaluate());
      waiting.delete(scope);
    },
    finish: (end) => ({
      isCollecting: false,
      register: () => {},
      get(key) {
        const value = values.get(key);
        // Each is asked for once; what was handed out need not be kept.
        values.delete(key);
        return value;
      },
      end,
    }),
  };
}
