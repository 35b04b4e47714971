import { METHODS } from '@cairn/contracts';
import type { ContractDocument, ErrorStyle, Operation } from '@cairn/contracts';
import { SocketHandler, StreamingHandler } from '../handler.ts';
import type { Handler } from '../handler.ts';
import { accessRule, typeParameter } from './access.ts';
import type { AccessRule, Resolver } from './access.ts';
import { createBodyReader } from './body.ts';
import type { BodyReader } from './body.ts';
import { TOKEN_PARAMETER } from './embed-access.ts';
import { LINK_PARAMETER } from './identify-link.ts';
import { parametersOf, pointerTo } from './locate.ts';
import { parameterReader } from './parameters.ts';
import type { FieldReader } from './parameters.ts';
import { declaredResponses } from './response-check.ts';
import type { DeclaredResponses } from './response-check.ts';
import { createRouteTable } from './route-table.ts';
import type { RouteTable } from './route-table.ts';
import { createSchemas } from './schemas.ts';
import type { Schemas } from './schemas.ts';

export type AnyHandler = Handler<unknown> | StreamingHandler<unknown> | SocketHandler<unknown>;

/** An operation of the contract, compiled: everything that one request needs. */
export interface BoundOperation {
  id: string;
  template: string;
  access: AccessRule;
  errors: ErrorStyle;
  /** Whether JSON errors have the member `code`. */
  hasErrorCodes: boolean;
  page: boolean;
  /** Whether it is a page of the app or the sign-in form, which work without checked credentials. */
  isPageOrLogin: boolean;
  statusMap: Record<string, number>;
  /** Members of its JSON errors. */
  errorFields: Record<string, unknown>;
  path: FieldReader | null;
  query: FieldReader | null;
  /** Whether handlers get the names of the query that the contract does not declare. */
  hasOpenQuery: boolean;
  body: BodyReader | null;
  responses: DeclaredResponses;
  successStatus: number | null;
  handler: Handler<unknown> | null;
  stream: StreamingHandler<unknown> | null;
  socket: SocketHandler<unknown> | null;
  resolvers: Record<string, Resolver>;
}

export interface BindOptions {
  contract: ContractDocument;
  handlers: Record<string, AnyHandler>;
  resolvers: Record<string, Resolver>;
  /** Whether operations may have `x-access: { embed: true }`. */
  hasEmbedAccess: boolean;
  /** Whether operations may have `x-access: { linkToken: true }`. */
  hasLinkAccess: boolean;
  /** Compile validators for responses as well. */
  checkResponses: boolean;
}

/** Binds every operation to its handler. Throws one error that lists all mismatches. */
export function bindOperations(options: BindOptions): RouteTable<BoundOperation> {
  const { contract, handlers } = options;
  const table = createRouteTable<BoundOperation>();
  const schemas = createSchemas(contract);
  const problems: string[] = [];
  const seen = new Set<string>();

  for (const [template, item] of Object.entries(contract.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      try {
        if (!operation.operationId) throw new Error(`${method.toUpperCase()} ${template} has no operationId`);
        if (seen.has(operation.operationId))
          throw new Error(`operationId ${operation.operationId} is used twice`);
        seen.add(operation.operationId);
        const bound = bind(operation, { ...options, schemas, template, method });
        for (const path of pathsOf(contract, template, method)) table.add(path, method.toUpperCase(), bound);
      } catch (error) {
        problems.push((error as Error).message);
      }
    }
  }
  for (const name of Object.keys(handlers)) {
    if (!seen.has(name)) problems.push(`handler ${name} has no operation in the contract`);
  }
  if (problems.length > 0) {
    throw new Error(
      `The contract and the service do not match:\n${problems.map((line) => `- ${line}`).join('\n')}`,
    );
  }
  return table;
}

function bind(
  operation: Operation,
  context: BindOptions & { schemas: Schemas; template: string; method: string },
): BoundOperation {
  const { contract, schemas, template, method } = context;
  const id = operation.operationId;
  const handler = Object.hasOwn(context.handlers, id) ? context.handlers[id] : undefined;
  if (!handler) throw new Error(`operation ${id} (${method.toUpperCase()} ${template}) has no handler`);
  if (handler instanceof SocketHandler && method !== 'get')
    throw new Error(`${id}: a WebSocket begins with GET, not ${method.toUpperCase()}`);
  const pointer = pointerTo('', 'paths', template, method);
  const parameters = parametersOf(contract, template, method);
  const has = (place: string): boolean => parameters.some(({ node }) => node.in === place);
  const responses = declaredResponses(contract, schemas, { pointer, check: context.checkResponses });
  const page = operation['x-page'] === true;
  const access = accessRule(operation);
  const parameterNames = parameters.map(({ node }) => node.name);
  checkNames(operation, { ...context, parameterNames, access });
  if (access.linkToken) checkLink(operation, { ...context, parameterNames });
  if (access.embed) checkEmbed(operation, { ...context, parameterNames, handler });
  return {
    id,
    template,
    access,
    errors: operation['x-errors'] ?? (page ? 'html' : 'json'),
    hasErrorCodes: contract['x-error-codes'] === true,
    page,
    isPageOrLogin: page || template === '/login',
    statusMap: { ...contract['x-status-map'], ...operation['x-status-map'] },
    errorFields: operation['x-error-fields'] ?? {},
    path: has('path') ? parameterReader(contract, schemas, { parameters, place: 'path' }) : null,
    query: has('query') ? parameterReader(contract, schemas, { parameters, place: 'query' }) : null,
    hasOpenQuery: operation['x-open-query'] === true,
    body: createBodyReader(contract, schemas, pointer),
    responses,
    successStatus: [...responses.keys()].filter((status) => status >= 200 && status < 300).sort()[0] ?? null,
    handler: handler instanceof StreamingHandler || handler instanceof SocketHandler ? null : handler,
    stream: handler instanceof StreamingHandler ? handler : null,
    socket: handler instanceof SocketHandler ? handler : null,
    resolvers: context.resolvers,
  };
}

function checkNames(
  operation: Operation,
  context: {
    template: string;
    parameterNames: string[];
    access: AccessRule;
    resolvers: Record<string, Resolver>;
  },
): void {
  const id = operation.operationId;
  for (const [, name] of context.template.matchAll(/\{([^}]+)\}/g)) {
    if (!context.parameterNames.includes(name!))
      throw new Error(`${id}: the path parameter {${name}} is not declared`);
  }
  for (const { type, key, resolve } of context.access.resources) {
    for (const name of [key, typeParameter(type) ?? key]) {
      if (!context.parameterNames.includes(name))
        throw new Error(`${id}: x-access names no parameter "${name}"`);
    }
    if (resolve && !Object.hasOwn(context.resolvers, resolve))
      throw new Error(`${id}: there is no resolver "${resolve}"`);
  }
}

function checkEmbed(
  { operationId: id, 'x-page': isPage }: Operation,
  context: { hasEmbedAccess: boolean; parameterNames: string[]; handler: AnyHandler },
): void {
  if (!context.hasEmbedAccess) throw new Error(`${id}: the service has no embed access`);
  if (context.handler instanceof SocketHandler) throw new Error(`${id}: a WebSocket cannot be embedded`);
  // Else an open query would contain the token.
  if (isPage && !context.parameterNames.includes(TOKEN_PARAMETER))
    throw new Error(`${id}: an embedded page needs the query parameter "${TOKEN_PARAMETER}"`);
}

function checkLink(
  { operationId: id }: Operation,
  context: { hasLinkAccess: boolean; parameterNames: string[] },
): void {
  if (!context.hasLinkAccess) throw new Error(`${id}: the service has no link access`);
  if (!context.parameterNames.includes(LINK_PARAMETER))
    throw new Error(`${id}: a link with a token needs the query parameter "${LINK_PARAMETER}"`);
}

function pathsOf(contract: ContractDocument, template: string, method: string): string[] {
  let route = template;
  for (const { node } of parametersOf(contract, template, method)) {
    if (node['x-wildcard']) route = route.replace(`{${node.name}}`, `{${node.name}*}`);
  }
  const paths = [route];
  for (const [alias, original] of Object.entries(contract['x-path-aliases'] ?? {})) {
    if (route.startsWith(original)) paths.push(alias + route.slice(original.length));
  }
  return paths;
}
