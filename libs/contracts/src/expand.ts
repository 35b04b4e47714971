import { METHODS } from './document.ts';
import type { ContractDocument, ErrorStyle, Operation, ResponseObject, Referable } from './document.ts';

/** Operations and components that contracts share, read from `shared.yaml`. */
export interface SharedParts {
  operations: Record<string, Operation>;
  components: Record<string, Record<string, unknown>>;
}

/** Shorthand of a contract, which its expanded document no longer has. */
interface Shorthand {
  /** Name of a shared operation, instead of anything else. */
  'x-shared'?: string;
  /** Statuses that are answered with the error response of the operation's style. */
  'x-fails'?: number[];
}

/** Name of the response for an error style, or names by status. */
type ErrorResponses = Partial<Record<ErrorStyle, string | Record<string, string>>>;

const DEFAULT_ERRORS: ErrorResponses = { json: 'Error', text: 'TextError', html: 'ErrorPage' };
const PAGE_RESPONSES = { 200: reference('Page'), 303: reference('SignIn') };
const PAGE_FAILS = [403, 500, 503];

/**
 * Writes out the shorthand of a contract: `x-shared`, `x-fails`, pages without responses, and components of `shared` that the contract
 * refers to and does not define. @throws when a name is unknown.
 */
export function expandContract(document: ContractDocument, shared: SharedParts): ContractDocument {
  const {
    'x-error-responses': ownErrors,
    'x-page-responses': ownPages = {},
    ...rest
  } = document as ContractDocument & {
    'x-error-responses'?: ErrorResponses;
    'x-page-responses'?: Record<string, string>;
  };
  const errors = { ...DEFAULT_ERRORS, ...ownErrors };
  const pages = {
    ...PAGE_RESPONSES,
    ...Object.fromEntries(Object.entries(ownPages).map(([status, name]) => [status, reference(name)])),
  };
  const paths = structuredClone(rest.paths);
  for (const [path, item] of Object.entries(paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation)
        item[method] = expandOperation(operation, { shared, errors, pages, at: `${method} ${path}` });
    }
  }
  return addComponents({ ...rest, paths }, shared);
}

function expandOperation(
  operation: Operation & Shorthand,
  {
    shared,
    errors,
    pages,
    at,
  }: {
    shared: SharedParts;
    errors: ErrorResponses;
    pages: Record<string, Referable<ResponseObject>>;
    at: string;
  },
): Operation {
  const { 'x-shared': name } = operation;
  const own = name === undefined ? operation : structuredClone(shared.operations[name]);
  if (!own) throw new Error(`${at}: shared.yaml has no operation "${name}"`);
  const { 'x-fails': fails, ...more } = own as Operation & Shorthand;
  const isPage = more['x-page'] === true;
  const isBarePage = isPage && !more.responses;
  const style = more['x-errors'] ?? (isPage ? 'html' : 'json');
  const responses: Record<string, Referable<ResponseObject>> = {
    ...(isBarePage ? pages : {}),
    ...more.responses,
  };
  for (const status of fails ?? (isBarePage ? PAGE_FAILS : [])) {
    const names = errors[style];
    const response = typeof names === 'string' ? names : names?.[status];
    if (!response) throw new Error(`${at}: no response is named for ${status} in the style "${style}"`);
    if (responses[status]) throw new Error(`${at}: ${status} is in both x-fails and responses`);
    responses[status] = reference(response);
  }
  return { ...more, responses };
}

function reference(response: string) {
  return { $ref: `#/components/responses/${response}` };
}

/** Adds shared components until every reference has its component. */
function addComponents(document: ContractDocument, shared: SharedParts): ContractDocument {
  const components = { ...document.components };
  const waiting: unknown[] = [document];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    const [kind, name] = /^#\/components\/(\w+)\/(\w+)$/.exec(String((node as any).$ref))?.slice(1) ?? [];
    if (kind && name && components[kind]?.[name] === undefined) {
      const component = shared.components[kind]?.[name];
      if (component === undefined) throw new Error(`there is no component "${kind}/${name}"`);
      components[kind] = { ...components[kind], [name]: component };
      waiting.push(component);
    }
    waiting.push(...Object.values(node));
  }
  return Object.keys(components).length === 0 ? document : { ...document, components };
}
