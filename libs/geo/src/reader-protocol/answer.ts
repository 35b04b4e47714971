import type { TaskName, Tasks } from './protocol.ts';

/** The child process's answer to one request. */
export interface Answer<R = Tasks[TaskName]['reply']> {
  reply?: R;
  refusal?: Pick<Refusal, 'kind' | 'code' | 'message' | 'details'>;
  /** The task failed. The reason stays in the child process, since it may contain bytes of the file. */
  failed?: true;
}

/** An error that users may read. Any other error in the child process may contain bytes of the file. */
export class Refusal extends Error {
  readonly code: string;
  readonly kind: 'bad_request' | 'not_found' | 'conflict' | 'unprocessable';

  /** What the sentence says, for programs. */
  readonly details?: unknown;

  constructor(kind: Refusal['kind'], code: string, message: string, details?: unknown) {
    super(message);
    this.kind = kind;
    this.code = code;
    if (details !== undefined) this.details = details;
  }
}
