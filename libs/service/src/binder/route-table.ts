/**
 * Strict, case-sensitive matching of contract paths. Static segments win over parameters, parameters over `{name*}`,
 * which takes the rest of the path.
 */
export interface RouteMatch<T> {
  /** The route's values by method, GET, POST … */
  methods: ReadonlyMap<string, T>;
  /** Decoded path parameters. */
  params: Record<string, string>;
}

interface Node<T> {
  statics: Map<string, Node<T>>;
  patterns: { regex: RegExp | null; node: Node<T> }[];
  rest: Node<T> | null;
  wild: boolean;
  methods: Map<string, T>;
  paramNames: string[];
}

export interface RouteTable<T> {
  add(template: string, method: string, value: T): void;
  /** Null when no route has this path. Throws URIError when a parameter is badly encoded. */
  find(path: string): RouteMatch<T> | null;
}

function emptyNode<T>(): Node<T> {
  return { statics: new Map(), patterns: [], rest: null, wild: false, methods: new Map(), paramNames: [] };
}

export function createRouteTable<T>(): RouteTable<T> {
  const root = emptyNode<T>();
  const plain = new Map<string, Node<T>>();
  const noParams: Record<string, string> = Object.freeze({}) as Record<string, string>;

  function add(template: string, method: string, value: T): void {
    let node = root;
    for (const segment of template.slice(1).split('/')) node = child(node, segment);
    node.paramNames = [...template.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]!.replace(/\*$/, ''));
    if (node.methods.has(method)) throw new Error(`${method} ${template} clashes with another route`);
    node.methods.set(method, value);
    if (node.paramNames.length === 0) plain.set(template, node);
  }

  function find(path: string): RouteMatch<T> | null {
    const fixed = plain.get(path);
    if (fixed) return { methods: fixed.methods, params: noParams };
    if (path.charCodeAt(0) !== 47) return null;
    const values: string[] = [];
    const node = walk(root, path.split('/'), 1, values);
    if (!node) return null;
    const params: Record<string, string> = Object.create(null);
    for (let i = 0; i < values.length; i++) params[node.paramNames[i]!] = decodeURIComponent(values[i]!);
    if (node.wild && !isCleanPath(params[node.paramNames.at(-1)!]!)) return null;
    return { methods: node.methods, params };
  }

  return { add, find };
}

function child<T>(node: Node<T>, segment: string): Node<T> {
  if (!segment.includes('{')) {
    let next = node.statics.get(segment);
    if (!next) node.statics.set(segment, (next = emptyNode()));
    return next;
  }
  if (/^\{[^}]+\*\}$/.test(segment)) {
    node.rest ??= { ...emptyNode<T>(), wild: true };
    return node.rest;
  }
  const regex = /^\{[^}]+\}$/.test(segment) ? null : segmentPattern(segment);
  let entry = node.patterns.find((each) => each.regex?.source === regex?.source);
  if (!entry) {
    entry = { regex, node: emptyNode() };
    node.patterns.push(entry);
    // {name}.png before {name}: the narrower pattern is tried first.
    node.patterns.sort((a, b) => Number(a.regex === null) - Number(b.regex === null));
  }
  return entry.node;
}

function segmentPattern(segment: string): RegExp {
  const source = segment
    .split(/\{[^}]+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('([^/]+?)');
  return new RegExp(`^${source}$`);
}

function walk<T>(node: Node<T>, segments: string[], index: number, values: string[]): Node<T> | null {
  if (index === segments.length) return node.methods.size > 0 ? node : null;
  const segment = segments[index]!;
  const fixed = node.statics.get(segment);
  if (fixed) {
    const found = walk(fixed, segments, index + 1, values);
    if (found) return found;
  }
  if (segment === '') return null;
  for (const { regex, node: next } of node.patterns) {
    const groups = regex ? regex.exec(segment)?.slice(1) : [segment];
    if (!groups) continue;
    const before = values.length;
    values.push(...groups);
    const found = walk(next, segments, index + 1, values);
    if (found) return found;
    values.length = before;
  }
  if (!node.rest) return null;
  values.push(segments.slice(index).join('/'));
  return node.rest;
}

/** What a wildcard takes leads down only: no empty, dot or backslashed segments, encoded or not. */
function isCleanPath(path: string): boolean {
  return (
    !path.includes('\\') && path.split('/').every((each) => each !== '' && each !== '.' && each !== '..')
  );
}
