import type { ContractDocument, Operation, ResponseObject } from '@cairn/contracts';
import { locate, pointerTo } from './locate.ts';
import type { Validator, Schemas } from './schemas.ts';
import { createShapes, prune } from './shape.ts';
import type { Shape } from './shape.ts';

/** The declared response of an operation for one status. */
export interface DeclaredResponse {
  /** First JSON type; null when the response is not JSON. */
  jsonType: string | null;
  /** First type that is not JSON. */
  otherType: string | null;
  shape: Shape | null;
  validator: Validator | null;
}

export type DeclaredResponses = ReadonlyMap<number, DeclaredResponse>;

const JSON_TYPE = /^application\/(json|[a-z0-9.+-]+\+json)$/;

/** Compiles the declared responses of an operation; validators only where bodies are checked. */
export function declaredResponses(
  document: ContractDocument,
  schemas: Schemas,
  { pointer, check }: { pointer: string; check: boolean },
): DeclaredResponses {
  const { node } = locate<Operation>(document, pointer);
  const shapeAt = createShapes(document);
  const found = new Map<number, DeclaredResponse>();
  for (const status of Object.keys(node.responses)) {
    const response = locate<ResponseObject>(document, pointerTo(pointer, 'responses', status));
    const content = response.node.content ?? {};
    const types = Object.keys(content);
    const jsonType = types.find((type) => JSON_TYPE.test(type)) ?? null;
    const schema = jsonType && content[jsonType]!.schema !== undefined;
    const at = jsonType ? pointerTo(response.pointer, 'content', jsonType, 'schema') : '';
    found.set(Number(status), {
      jsonType,
      otherType: types.find((type) => !JSON_TYPE.test(type)) ?? null,
      shape: schema ? shapeAt(at) : null,
      validator: schema && check ? schemas.forResponse(at) : null,
    });
  }
  return found;
}

/** Why a JSON body does not match its schema, or null. Checks the serialized body, so dates are strings. */
export function mismatch(declared: DeclaredResponse, body: unknown): string | null {
  const travelled: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
  const undeclared: string[] = [];
  prune(travelled, declared.shape, (field) => undeclared.push(field));
  if (undeclared.length > 0) return `undeclared fields: ${undeclared.join(', ')}`;
  const problems = declared.validator?.(travelled);
  if (!problems) return null;
  const [error] = problems;
  return `${error?.instancePath || 'the body'} ${error?.message} ${JSON.stringify(error?.params)}`;
}
