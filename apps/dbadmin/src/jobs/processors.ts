import type { Processor } from '@cairn/jobs';
import type { Context } from '../context.ts';

/** One for each kind of job. */
export function processors(_context: Context): Record<string, Processor> {
  return {};
}

/** Kinds that may take very long: some places stay free for what a page waits for. */
export const LONG_KINDS: string[] = [];
