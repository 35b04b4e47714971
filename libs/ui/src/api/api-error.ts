interface Problem {
  status: number;
  message: string;
  code?: string;
  requestId?: string;
  fields?: Record<string, string>;
}

/** An answer that was no success, or no answer at all (status 0). `message` is a sentence for the user. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  /** Sentences by field name, when the server named fields. */
  readonly fields: Record<string, string>;

  constructor(problem: Problem) {
    super(problem.message);
    this.name = 'ApiError';
    this.status = problem.status;
    this.code = problem.code;
    this.requestId = problem.requestId;
    this.fields = problem.fields ?? {};
  }
}

/** Whether the user may not read something, or it is not there (any more). Asking again changes nothing. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && [401, 403, 404].includes(error.status);
}

/** Builds the error from a response and its parsed body, in whichever of the platform's error forms it came. */
export function errorFromResponse(response: Response, body: unknown): ApiError {
  const record = isRecord(body) ? body : {};
  const sentence = [
    record.error,
    record.message,
    typeof body === 'string' && !looksLikeHtml(body) ? body : null,
  ].find((candidate) => typeof candidate === 'string' && candidate.trim() !== '');
  return new ApiError({
    status: response.status,
    message: typeof sentence === 'string' ? sentence.trim() : sentenceForStatus(response.status),
    code: typeof record.code === 'string' ? record.code : undefined,
    requestId: response.headers.get('x-request-id') ?? undefined,
    fields: fieldsOf(record.details),
  });
}

/** A sentence for a status whose body said nothing. */
export function sentenceForStatus(status: number): string {
  if (status === 0) return 'The server could not be reached. Check your connection and try again.';
  if (status === 401) return 'Your session has ended. Sign in again to continue.';
  if (status === 403) return 'You are not allowed to do this. Ask an administrator for access.';
  if (status === 404) return 'Not found. It may have been deleted.';
  if (status === 409) return 'Someone else changed this at the same time. Reload the page and try again.';
  if (status === 413) return 'This is larger than the server accepts. Choose a smaller file.';
  if (status === 429) return 'Too many requests. Wait a moment and try again.';
  if (status === 502) return 'A service behind this page is not responding. Try again in a moment.';
  if (status === 503) return 'The service is not available right now. Try again in a moment.';
  return 'Something went wrong on the server. Try again. If it happens again, give an administrator the request ID.';
}

/** The sentence to show for anything that was thrown. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  if (error instanceof TypeError) return sentenceForStatus(0);
  if (error instanceof Error && error.message) return error.message;
  return sentenceForStatus(500);
}

/** The same without the request id that the server appends, for places that show the id separately. */
export function bareSentenceOf(error: unknown): string {
  const id = error instanceof ApiError ? error.requestId : undefined;
  return id ? sentenceOf(error).replace(` (request ${id})`, '') : sentenceOf(error);
}

function fieldsOf(details: unknown): Record<string, string> {
  if (!isRecord(details)) return {};
  const named = isRecord(details.fields) ? details.fields : {};
  return Object.fromEntries(
    Object.entries(named).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function looksLikeHtml(text: string): boolean {
  return /^\s*</.test(text);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
