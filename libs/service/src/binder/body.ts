import type { IncomingMessage } from 'node:http';
import type { ContractDocument, Operation, RequestBody } from '@cairn/contracts';
import type { AppError } from '../errors.ts';
import { badRequest, tooLarge, unsupportedMedia } from '../errors.ts';
import { parseJson } from './json-scan.ts';
import { locate, pointerTo } from './locate.ts';
import { NO_OPEN_FIELDS, readOpenFields } from './open-fields.ts';
import type { OpenFields } from './open-fields.ts';
import { formReader } from './parameters.ts';
import type { FieldReader } from './parameters.ts';
import { parsePairs } from './query.ts';
import { readFormFields } from './read-form-fields.ts';
import { describeProblem } from './schemas.ts';
import type { Validator, Schemas } from './schemas.ts';
import { createShapes, prune } from './shape.ts';
import type { Shape } from './shape.ts';

const MAX_BYTES = 1024 * 1024;
const BODY_DEADLINE_MS = 30_000;
const JSON_TYPE = /^application\/(json|[a-z0-9.+-]+\+json)$/;
const FORM_TYPE = 'application/x-www-form-urlencoded';
const MULTIPART_TYPE = 'multipart/form-data';
/** Left to a streaming handler, or absent. */
const NO_BODY: CheckedBody = { body: undefined, openForm: NO_OPEN_FIELDS };

/** A body that fits the contract. */
export interface CheckedBody {
  body: unknown;
  /** Fields of a form that the contract does not declare; empty without x-open-form. */
  openForm: OpenFields;
}

/** Reads and checks the body of one operation. */
export type BodyReader = (req: IncomingMessage) => Promise<CheckedBody>;

interface BodyRule {
  required: boolean;
  json: { validator: Validator; shape: Shape | null } | null;
  form: { reader: FieldReader; validator: Validator; isOpen: boolean } | null;
  /** Beside a form the same fields in the other encoding; alone it is left to a streaming handler. */
  multipart: boolean;
  /** Other declared types, which a streaming handler reads itself. */
  raw: Set<string>;
}

/** Null when the operation takes no body. */
export function createBodyReader(
  document: ContractDocument,
  schemas: Schemas,
  operationPointer: string,
): BodyReader | null {
  const { node: operation } = locate<Operation>(document, operationPointer);
  if (!operation.requestBody) return null;
  const body = locate<RequestBody>(document, pointerTo(operationPointer, 'requestBody'));
  const rule: BodyRule = {
    required: body.node.required === true,
    json: null,
    form: null,
    multipart: false,
    raw: new Set(),
  };
  for (const type of Object.keys(body.node.content)) {
    const schema = pointerTo(body.pointer, 'content', type, 'schema');
    if (JSON_TYPE.test(type)) {
      rule.json = { validator: schemas.forRequest(schema), shape: createShapes(document)(schema) };
    } else if (type === FORM_TYPE) {
      rule.form = {
        reader: formReader(document, schemas, schema),
        validator: schemas.forRequest(schema),
        isOpen: operation['x-open-form'] === true,
      };
    } else if (type === MULTIPART_TYPE) rule.multipart = true;
    else rule.raw.add(type);
  }
  return (req) => readBody(req, rule);
}

async function readBody(req: IncomingMessage, rule: BodyRule): Promise<CheckedBody> {
  const present =
    req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
  if (!present) {
    if (rule.required)
      throw badRequest('request.no_body', `The request has no body; send ${accepted(rule)}.`);
    return NO_BODY;
  }
  const type = (req.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (rule.multipart && !rule.form && type === MULTIPART_TYPE) return NO_BODY;
  if (rule.raw.has(type) || rule.raw.has('*/*')) return NO_BODY;
  const encoding = req.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw unsupportedMedia(
      'request.encoding',
      'Compressed request bodies are not accepted; send it uncompressed.',
    );
  }
  if (rule.json && JSON_TYPE.test(type)) {
    const value = parseJson(asText(await readBytes(req)));
    check(rule.json.validator, value);
    return { body: prune(value, rule.json.shape, () => {}), openForm: NO_OPEN_FIELDS };
  }
  if (rule.form && (type === FORM_TYPE || (rule.multipart && type === MULTIPART_TYPE))) {
    const { reader, validator, isOpen } = rule.form;
    const bytes = await readBytes(req);
    const pairs =
      type === FORM_TYPE
        ? parsePairs(asText(bytes), { place: 'form', declares: reader.declares })
        : await readFormFields(bytes, {
            contentType: req.headers['content-type']!,
            declares: reader.declares,
          });
    const body = reader.read(pairs);
    check(validator, body);
    return {
      body,
      openForm: isOpen ? readOpenFields(pairs, { place: 'form', declares: reader.declares }) : NO_OPEN_FIELDS,
    };
  }
  throw unsupportedMedia(
    'request.content_type',
    `This body type is not accepted here; send ${accepted(rule)}.`,
  );
}

function accepted(rule: BodyRule): string {
  const types = [
    ...(rule.json ? ['application/json'] : []),
    ...(rule.form ? [FORM_TYPE] : []),
    ...(rule.multipart ? [MULTIPART_TYPE] : []),
    ...rule.raw,
  ];
  return types.join(' or ');
}

function check(validator: Validator, value: unknown): void {
  const problems = validator(value);
  if (problems) throw badRequest('request.bad_body', describeProblem(problems[0], 'request body'));
}

function asText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badRequest('request.not_utf8', 'The request body is not UTF-8 text; encode it as UTF-8.');
  }
}

/** The body. Refused when it is larger than 1 MiB, before it is in memory, or takes longer than 30 s. */
function readBytes(req: IncomingMessage): Promise<Buffer> {
  const tooLong = () => tooLarge('request.too_large', 'The request body is larger than 1 MiB; send less.');
  if (Number(req.headers['content-length'] ?? 0) > MAX_BYTES) return Promise.reject(tooLong());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => finish(slow()), BODY_DEADLINE_MS);
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > MAX_BYTES) finish(tooLong());
      else chunks.push(chunk);
    };
    const onEnd = (): void => finish(null);
    const onGone = (): void =>
      finish(badRequest('request.aborted', 'The request ended before its body was complete.'));
    function finish(error: AppError | null): void {
      clearTimeout(timer);
      req.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
      if (error) {
        req.pause();
        reject(error);
      } else resolve(Buffer.concat(chunks));
    }
    req.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  });
}

function slow(): AppError {
  return badRequest('request.too_slow', 'The request body did not arrive within 30 seconds; send it again.');
}
