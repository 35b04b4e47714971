import type { ContractDocument, Parameter, Reference } from '@cairn/contracts';

/** A part of the contract and the JSON pointer under which Ajv finds it. */
export interface Located<T> {
  node: T;
  pointer: string;
}

function escape(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Joins tokens to a JSON pointer. */
export function pointerTo(base: string, ...tokens: string[]): string {
  return [base, ...tokens.map(escape)].join('/');
}

/** Follows $ref to its target; throws if the target is missing. */
export function locate<T>(document: ContractDocument, pointer: string): Located<T> {
  let current = pointer;
  for (let hops = 0; hops < 20; hops++) {
    const node = lookUp(document, current);
    if (!isReference(node)) return { node: node as T, pointer: current };
    if (!node.$ref.startsWith('#/')) throw new Error(`${current}: only references within the contract work`);
    current = node.$ref.slice(1);
  }
  throw new Error(`${pointer}: the references go in a circle`);
}

function lookUp(document: ContractDocument, pointer: string): unknown {
  let node: unknown = document;
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    node = (node as Record<string, unknown> | undefined)?.[key];
    if (node === undefined) throw new Error(`The contract has nothing at #${pointer}`);
  }
  return node;
}

function isReference(node: unknown): node is Reference {
  return typeof node === 'object' && node !== null && typeof (node as Reference).$ref === 'string';
}

/** Parameters of an operation, those of its path included; the operation's own win. */
export function parametersOf(document: ContractDocument, path: string, method: string): Located<Parameter>[] {
  const found = new Map<string, Located<Parameter>>();
  for (const base of [pointerTo('', 'paths', path), pointerTo('', 'paths', path, method)]) {
    const { node } = locate<{ parameters?: unknown[] }>(document, base);
    (node.parameters ?? []).forEach((_each, index) => {
      const parameter = locate<Parameter>(document, pointerTo(base, 'parameters', String(index)));
      found.set(`${parameter.node.in} ${parameter.node.name}`, parameter);
    });
  }
  return [...found.values()];
}
