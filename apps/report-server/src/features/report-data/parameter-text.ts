import { badRequest } from '@cairn/service';
import { textsOfParams } from '../executions/read-params.ts';

/** Values of parameters in an address: an object as JSON. @throws {AppError} bad_request for anything else */
export function readParameterText(text: string | undefined): Record<string, string[]> {
  if (text === undefined) return {};
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch {
    values = null;
  }
  if (typeof values === 'object' && values !== null && !Array.isArray(values))
    return textsOfParams(values as Record<string, unknown>);
  throw badRequest('report-server.bad_query', 'parameters: is no JSON object. Send values by name.');
}
