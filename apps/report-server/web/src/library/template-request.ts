import { ApiError, errorFromResponse, sentenceForStatus } from '@cairn/ui';
import type { TemplateFinding } from './types.ts';

/** A template was refused: `findings` say where it is wrong. */
export class TemplateRefused extends ApiError {
  readonly findings: readonly TemplateFinding[];

  constructor(error: ApiError, findings: readonly TemplateFinding[]) {
    super({ ...error, message: error.message });
    this.findings = findings;
  }
}

interface TemplateRequest {
  method: 'POST' | 'PUT';
  body: unknown;
  signal?: AbortSignal;
}

/**
 * Sends a template; the response is one that succeeded, or a 409.
 * @throws {TemplateRefused} where the template has errors
 */
export async function sendTemplate(address: string, request: TemplateRequest): Promise<Response> {
  const { method, body, signal = null } = request;
  const response = await fetch(address, {
    method,
    signal,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new ApiError({ status: 0, message: sentenceForStatus(0) });
  });
  if (response.ok || response.status === 409) return response;
  const answer = await response.json().catch(() => undefined);
  const error = errorFromResponse(response, answer);
  const { findings } = (answer ?? {}) as { findings?: TemplateFinding[] };
  throw Array.isArray(findings) ? new TemplateRefused(error, findings) : error;
}
