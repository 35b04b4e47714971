import { match } from 'path-to-regexp';
import type { MatchFunction } from 'path-to-regexp';

export interface RouteMatch<T> {
  /** The route's values by method, GET, POST … */
  methods: ReadonlyMap<string, T>;
  /** Decoded path parameters. */
  params: Record<string, string>;
}

export interface RouteTable<T> {
  /** `{name}` matches a segment or a part of one, `{name*}` at the end matches the rest of the path. */
  add(template: string, method: string, value: T): void;
  /** Null when no route has this path. Throws URIError when a parameter is badly encoded. */
  find(path: string): RouteMatch<T> | null;
}

interface Route<T> {
  template: string;
  methods: Map<string, T>;
  matches: MatchFunction<Record<string, string | string[]>>;
}

const NO_PARAMS: Record<string, string> = Object.freeze({});

/**
 * Strict, case-sensitive matching of contract paths with Express's own matcher, on the path as sent: an encoded
 * letter in a literal segment is another path. Literal segments win over parameters, parameters over the rest.
 */
export function createRouteTable<T>(): RouteTable<T> {
  const literal = new Map<string, Route<T>>();
  const patterns: Route<T>[] = [];

  function add(template: string, method: string, value: T): void {
    const known =
      literal.get(template) ?? patterns.find((route) => shape(route.template) === shape(template));
    if (known && known.template !== template) {
      throw new Error(`${template} and ${known.template} are one path; give their parameters the same names`);
    }
    const route = known ?? createRoute<T>(template);
    if (route.methods.has(method)) throw new Error(`${method} ${template} clashes with another route`);
    route.methods.set(method, value);
    if (known) return;
    if (!template.includes('{')) literal.set(template, route);
    else patterns.push(route);
    patterns.sort((a, b) => (rank(a.template) < rank(b.template) ? -1 : 1));
  }

  function find(path: string): RouteMatch<T> | null {
    const plain = literal.get(path);
    if (plain) return { methods: plain.methods, params: NO_PARAMS };
    for (const { matches, methods } of patterns) {
      const found = matches(path);
      if (!found) continue;
      const rest = Object.values(found.params).find(Array.isArray);
      if (rest && !leadsDown(rest)) return null;
      return { methods, params: joined(found.params) };
    }
    return null;
  }

  return { add, find };
}

function createRoute<T>(template: string): Route<T> {
  return {
    template,
    methods: new Map(),
    matches: match(pattern(template), { sensitive: true, trailing: false, decode: decodeURIComponent }),
  };
}

/** The template in the matcher's notation, its literal parts escaped. */
function pattern(template: string): string {
  return template
    .split(/(\{[^}]+\})/)
    .map((part) => {
      const name = /^\{([^}]+?)(\*?)\}$/.exec(part);
      if (!name) return part.replace(/[(){}[\]+?!:*\\]/g, '\\$&');
      return `${name[2] ? '*' : ':'}${JSON.stringify(name[1])}`;
    })
    .join('');
}

/** Sorts literal segments first, then `{name}.png`, then `{name}`, and `{rest*}` last. */
function rank(template: string): string {
  return template
    .split('/')
    .map((segment) =>
      segment.endsWith('*}') ? '3' : /^\{[^}]+\}$/.test(segment) ? '2' : segment.includes('{') ? '1' : '0',
    )
    .join('');
}

function shape(template: string): string {
  return template.replace(/\{[^}*]+/g, '{');
}

function joined(params: Record<string, string | string[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, Array.isArray(value) ? value.join('/') : value]),
  );
}

/** The rest of a path must not leave its folder: no empty segments, dots or backslashes, encoded or not. */
function leadsDown(segments: string[]): boolean {
  return segments.every((segment) => !['', '.', '..'].includes(segment) && !/[/\\]/.test(segment));
}
