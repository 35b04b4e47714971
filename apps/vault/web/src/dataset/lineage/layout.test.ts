import { expect, test } from '@jest/globals';
import { layOut, NODE, type Lineage, type LineageNode } from './layout.ts';

function node(version_id: number, dataset: string, minute: number): LineageNode {
  const created_at = `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`;
  return { version_id, dataset, version: version_id, operation: 'filter', created_at, latest: false };
}

const lineage: Lineage = {
  version_id: 3,
  nodes: [node(3, 'roads', 20), node(1, 'towns', 0), node(2, 'roads', 10), node(4, 'roads', 30)],
  edges: [
    { from: 2, to: 3, role: 'parent' },
    { from: 1, to: 3, role: 'clip' },
    { from: 2, to: 4, role: 'parent' },
  ],
};

test('versions are laid out from left to right by creation time', () => {
  const { nodes } = layOut(lineage);
  expect(nodes.map(({ node: { version_id: id } }) => id)).toEqual([1, 2, 3, 4]);
  expect(nodes.map(({ left }) => left)).toEqual([...nodes.map(({ left }) => left)].sort((a, b) => a - b));
  nodes.slice(1).forEach(({ left }, i) => expect(left).toBeGreaterThan((nodes[i]?.left ?? 0) + NODE.width));
});

test('each dataset has a lane, the shown dataset first', () => {
  const { lanes, nodes, height } = layOut(lineage);
  expect(lanes.map(({ dataset }) => dataset)).toEqual(['roads', 'towns']);
  const top = (id: number) => nodes.find(({ node: { version_id: each } }) => each === id)?.top ?? NaN;
  expect(top(1)).toBeGreaterThan(top(2));
  expect(top(2)).toBe(top(4));
  expect(top(1) + NODE.height).toBeLessThanOrEqual(height);
});

test('an edge to the neighbour is a line, one over other versions an arc', () => {
  const { edges, nodes } = layOut(lineage);
  const path = (from: number, to: number) =>
    edges.find(({ edge }) => edge.from === from && edge.to === to)?.path;
  expect(path(2, 3)).toContain('L');
  expect(path(2, 4)).toContain('C');
  expect(edges.every(({ at }) => at.y > 0)).toBe(true);
  expect(nodes).toHaveLength(4);
});

test('an edge to an unknown version is left out', () => {
  expect(layOut({ ...lineage, edges: [{ from: 99, to: 3, role: 'parent' }] }).edges).toEqual([]);
});
