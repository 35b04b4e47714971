import type { Polygon } from 'geojson';

/** Comparisons of a column with values, as the API spells them. */
export const OPERATORS = [
  'eq',
  'ne',
  'lt',
  'lte',
  'gt',
  'gte',
  'between',
  'in',
  'not_in',
  'contains',
  'starts_with',
  'ends_with',
  'is_null',
  'is_not_null',
] as const;
export type Operator = (typeof OPERATORS)[number];

export interface ColumnClause {
  column: string;
  op: Operator;
  value?: unknown;
}

/** Where the features have to be: an area in longitude and latitude (WGS 84). */
export interface AreaClause {
  geometry: string;
  op: 'intersects' | 'within';
  value: Polygon;
}

export type Clause = ColumnClause | AreaClause;

/** A condition that the filter bar does not take apart, such as one that was written by hand. */
export interface OtherPart {
  tree: Tree;
}

/** Clauses of which one has to be true, or a condition of another shape. */
export type FilterPart = { anyOf: Clause[] } | OtherPart;

/** Conditions that all have to be true. */
export type Filter = FilterPart[];

/** A filter as the API takes it. */
export type Tree = Record<string, unknown>;

/** The filter as the API takes it; undefined when all rows are wanted. */
export function toTree(filter: Filter): Tree | undefined {
  const nodes = filter.map((part) => ('tree' in part ? part.tree : oneOf(part.anyOf)));
  return nodes.length > 1 ? { and: nodes } : nodes[0];
}

/** The filter that a tree of the API stands for. */
export function fromTree(tree: Tree | null | undefined): Filter {
  if (!tree) return [];
  return (Array.isArray(tree.and) ? (tree.and as Tree[]) : [tree]).map(readPart);
}

export function formatFilter(filter: Filter): string {
  const tree = toTree(filter);
  return tree ? JSON.stringify(tree) : '';
}

/** The filter in an address; one that is not readable counts as none. */
export function parseFilter(text: string): Filter {
  try {
    const tree: unknown = text === '' ? null : JSON.parse(text);
    return isRecord(tree) ? fromTree(tree) : [];
  } catch {
    return [];
  }
}

export function isArea(clause: Clause): clause is AreaClause {
  return 'geometry' in clause;
}

export function hasValue(op: Operator): boolean {
  return op !== 'is_null' && op !== 'is_not_null';
}

/** Narrows the filter by one more clause, unless it is there already. */
export function addClause(filter: Filter, clause: Clause): Filter {
  const text = JSON.stringify(clause);
  const isThere = filter.some(
    (part) => 'anyOf' in part && part.anyOf.length === 1 && JSON.stringify(part.anyOf[0]) === text,
  );
  return isThere ? filter : [...filter, { anyOf: [clause] }];
}

/** The areas by which the rows are filtered, with the place of each in the filter. */
export function areasOf(filter: Filter): { at: number; clause: AreaClause }[] {
  return filter.flatMap((part, at) => {
    const [clause, ...others] = 'anyOf' in part ? part.anyOf : [];
    return clause && others.length === 0 && isArea(clause) ? [{ at, clause }] : [];
  });
}

function oneOf(clauses: Clause[]): Tree {
  return (clauses.length === 1 ? clauses[0] : { or: clauses }) as Tree;
}

function readPart(tree: Tree): FilterPart {
  const clauses = Array.isArray(tree.or) ? (tree.or as unknown[]) : [tree];
  return clauses.length > 0 && clauses.every(isClause) ? { anyOf: clauses } : { tree };
}

function isClause(value: unknown): value is Clause {
  if (!isRecord(value)) return false;
  if (typeof value.geometry === 'string')
    return (
      (value.op === 'intersects' || value.op === 'within') &&
      isRecord(value.value) &&
      value.value.type === 'Polygon'
    );
  return typeof value.column === 'string' && OPERATORS.includes(value.op as Operator);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
