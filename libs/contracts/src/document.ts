/** The parts of an OpenAPI 3.1 document that the binder, the generator and the API page read. */
export interface ContractDocument {
  openapi: string;
  info: { title: string; version: string; description?: string };
  paths: Record<string, PathItem>;
  components?: Record<string, Record<string, unknown>>;
  /** Every operation below the value is served below the key too, e.g. { '/admin/api/': '/api/admin/' }. */
  'x-path-aliases'?: Record<string, string>;
  /** Statuses that differ from the usual ones: error kind to status, for the whole service. */
  'x-status-map'?: Record<string, number>;
  /** Whether JSON errors carry the code of the error as well: `{error, code}`. */
  'x-error-codes'?: boolean;
}

export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const;
export type Method = (typeof METHODS)[number];

export type PathItem = { parameters?: Referable<Parameter>[]; summary?: string } & {
  [M in Method]?: Operation;
};

export interface Reference {
  $ref: string;
}
export type Referable<T> = T | Reference;
export type JsonSchema = Record<string, unknown> | boolean;

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  description?: string;
  schema?: JsonSchema;
  /** On the last path parameter: takes the rest of the path, slashes included. */
  'x-wildcard'?: boolean;
}

export interface MediaType {
  schema?: JsonSchema;
  example?: unknown;
}

export interface RequestBody {
  required?: boolean;
  description?: string;
  content: Record<string, MediaType>;
}

export interface ResponseObject {
  description: string;
  content?: Record<string, MediaType>;
}

export type Permission = 'view' | 'edit' | 'admin';

/** A permission on the resource that a path or query parameter names. */
export interface ResourceAccess {
  /** A type, or the name of the path parameter that holds it, in braces. */
  type: string;
  /** Name of the path or query parameter that holds the key (or what `resolve` turns into it). */
  key: string;
  /** Name of a resolver that the service passes to the binder; its null means 404. */
  resolve?: string;
  permission: Permission;
}

/** Who may call an operation. */
export interface Access {
  user?: 'required' | 'optional' | 'none';
  admin?: boolean;
  service?: Permission;
  resource?: ResourceAccess | ResourceAccess[];
  serviceToken?: boolean;
  /** Only with a session: a token may leak, and must not outlive its own revocation. */
  session?: boolean;
  /** Only with the secret of an embed token: the parameter `et` of a page, the header X-Embed-Session of other operations. */
  embed?: boolean;
  /** The query parameter `token` may hold the secret of a link, which then decides alone; without it the rest of the rule does. */
  linkToken?: boolean;
}

export type Edition = 'open' | 'professional';

export type ErrorStyle = 'json' | 'text' | 'html' | 'action';

export interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: Referable<Parameter>[];
  requestBody?: Referable<RequestBody>;
  responses: Record<string, Referable<ResponseObject>>;
  'x-access'?: Access;
  'x-errors'?: ErrorStyle;
  'x-page'?: boolean;
  'x-status-map'?: Record<string, number>;
  /** Members that JSON errors of the operation have beside `error`. */
  'x-error-fields'?: Record<string, unknown>;
  /** Handlers also get the names of the query that are not declared. */
  'x-open-query'?: boolean;
  /** Handlers also get the names of an urlencoded body that are not declared. */
  'x-open-form'?: boolean;
  /** The only edition that has the operation; without it all have. */
  'x-edition'?: Edition;
}
