import type { Context } from './context.ts';

export const housekeeping: {
  in: 'web' | 'worker';
  everyMs: number;
  what: string;
  run(context: Context): Promise<void>;
}[] = [];
