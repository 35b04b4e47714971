/** A sentence for a user out of the tool's process; everything else that happens there may hold bytes of the file. */
export class Refusal extends Error {
  readonly code: string;
  readonly kind: 'bad_request' | 'not_found' | 'conflict' | 'unprocessable';

  constructor(kind: Refusal['kind'], code: string, message: string) {
    super(message);
    this.kind = kind;
    this.code = code;
  }
}
