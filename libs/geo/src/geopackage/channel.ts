import { AppError } from '@cairn/service/errors';
import type { TaskName, Tasks } from './protocol.ts';
import type { Refusal } from './refusal.ts';

/** What the tool says to one request. */
export interface Answer<R = Tasks[TaskName]['reply']> {
  reply?: R;
  refusal?: Pick<Refusal, 'kind' | 'code' | 'message'>;
  /** It failed, and why is nobody's business. */
  failed?: true;
}

/** The tool's refusal as an error for users. */
export function refused({ kind, code, message }: NonNullable<Answer['refusal']>): AppError {
  return new AppError({ kind, code, message });
}
