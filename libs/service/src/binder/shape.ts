import type { ContractDocument } from '@cairn/contracts';
import { locate, pointerTo } from './locate.ts';

/** The declared fields of a schema, so that others can be removed. Null allows any field. */
export interface Shape {
  properties: Map<string, Shape | null> | null;
  items: Shape | null;
}

interface SchemaNode {
  properties?: Record<string, unknown>;
  additionalProperties?: unknown;
  patternProperties?: unknown;
  items?: unknown;
  allOf?: unknown[];
  anyOf?: unknown[];
  oneOf?: unknown[];
}

/** Reads the declared fields of the schema at `pointer`; branches of allOf, anyOf and oneOf are taken together. */
export function createShapes(document: ContractDocument): (pointer: string) => Shape | null {
  const known = new Map<string, Shape>();

  function shapeAt(pointer: string): Shape | null {
    const { node, pointer: at } = locate<SchemaNode | boolean>(document, pointer);
    if (typeof node === 'boolean') return null;
    const seen = known.get(at);
    if (seen) return seen;
    const shape: Shape = { properties: null, items: null };
    known.set(at, shape);
    fill(shape, node, at);
    return shape.properties || shape.items ? shape : null;
  }

  function fill(shape: Shape, node: SchemaNode, at: string): void {
    if (node.items !== undefined) shape.items = shapeAt(pointerTo(at, 'items'));
    const open =
      node.patternProperties !== undefined ||
      (node.additionalProperties !== undefined && node.additionalProperties !== false);
    if (node.properties && !open) {
      shape.properties = new Map();
      for (const name of Object.keys(node.properties)) {
        shape.properties.set(name, shapeAt(pointerTo(at, 'properties', name)));
      }
    }
    for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
      const branches = (node[keyword] ?? []).map((_branch, i) => {
        const inner = pointerTo(at, keyword, String(i));
        return { shape: shapeAt(inner), open: isOpenObject(locate<unknown>(document, inner).node) };
      });
      // Rather keep too much than lose a field of a branch that allows any.
      if (branches.some((branch) => branch.open)) shape.properties = null;
      else for (const branch of branches) merge(shape, branch.shape);
    }
  }

  return shapeAt;
}

function merge(target: Shape, branch: Shape | null): void {
  if (!branch) return;
  if (branch.properties) {
    target.properties ??= new Map();
    for (const [name, shape] of branch.properties) {
      // The same name in two branches may have two shapes; keep all of it then.
      target.properties.set(name, target.properties.has(name) ? null : shape);
    }
  }
  target.items ??= branch.items;
}

function isOpenObject(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return schema === true;
  const node = schema as SchemaNode & { type?: unknown };
  if (node.type !== 'object') return false;
  return node.properties === undefined
    ? !node.allOf && !node.anyOf && !node.oneOf
    : Boolean(node.additionalProperties);
}

/**
 * The value without undeclared fields, each of which is reported by name.
 * The value itself is not modified: a changed object is a copy.
 */
export function prune(value: unknown, shape: Shape | null, report: (field: string) => void): unknown {
  if (shape === null || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return shape.items ? pruneItems(value, shape.items, report) : value;
  if (!shape.properties) return value;
  const fields = value as Record<string, unknown>;
  let copy: Record<string, unknown> | null = null;
  for (const name in fields) {
    const inner = shape.properties.get(name);
    if (inner === null) continue;
    if (inner === undefined) {
      copy ??= { ...fields };
      delete copy[name];
      report(name);
      continue;
    }
    const kept = prune(fields[name], inner, report);
    if (kept === fields[name]) continue;
    copy ??= { ...fields };
    copy[name] = kept;
  }
  return copy ?? value;
}

function pruneItems(items: unknown[], shape: Shape, report: (field: string) => void): unknown[] {
  let copy: unknown[] | null = null;
  for (let i = 0; i < items.length; i++) {
    const kept = prune(items[i], shape, report);
    if (kept === items[i]) continue;
    copy ??= [...items];
    copy[i] = kept;
  }
  return copy ?? items;
}
