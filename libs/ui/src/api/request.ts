import { ApiError, errorFromResponse, sentenceForStatus } from './api-error.ts';

interface ClientAnswer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** Turns an answer of a typed client into its data, or throws an ApiError with a sentence. */
export async function unwrap<Data>(answer: Promise<ClientAnswer<Data>>): Promise<Data> {
  const { data, error, response } = await answer.catch(rethrowAsUnreachable);
  if (!response.ok) throw errorFromResponse(response, error);
  return data as Data;
}

/** JSON request by plain address, for what no typed client covers. */
export async function requestJson<Data>(address: string, init: RequestInit = {}): Promise<Data> {
  const headers = new Headers(init.headers);
  headers.set('accept', 'application/json');
  if (typeof init.body === 'string') headers.set('content-type', 'application/json');
  const response = await fetch(address, { ...init, headers }).catch(rethrowAsUnreachable);
  const text = await response.text();
  const body = parse(text);
  if (!response.ok) throw errorFromResponse(response, body ?? text);
  return body as Data;
}

function rethrowAsUnreachable(cause: unknown): never {
  if (cause instanceof ApiError) throw cause;
  if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
  throw new ApiError({ status: 0, message: sentenceForStatus(0) });
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
