import type { VaultSchemas } from '@cairn/contracts/client';

export type Lineage = VaultSchemas['Lineage'];
export type LineageNode = Lineage['nodes'][number];
export type LineageEdge = Lineage['edges'][number];

export interface PlacedNode {
  node: LineageNode;
  left: number;
  top: number;
}

export interface PlacedEdge {
  edge: LineageEdge;
  /** SVG path from the origin to the derived version. */
  path: string;
  /** Position of the operation's name. */
  at: { x: number; y: number };
}

export interface LineageLayout {
  lanes: { dataset: string; top: number }[];
  nodes: PlacedNode[];
  edges: PlacedEdge[];
  width: number;
  height: number;
}

export const NODE = { width: 136, height: 58 };
const GAP = 84;
const LANE = 128;
/** Above the nodes of a lane: its name, and arcs over nodes between. */
const HEAD = 58;
const MARGIN = 16;

/** A lane for each dataset, that of the shown version first; from left to right in the order of their making. */
export function layOut({ nodes, edges, version_id: shown }: Lineage): LineageLayout {
  const sorted = [...nodes].sort(
    (a, b) => a.created_at.localeCompare(b.created_at) || a.version_id - b.version_id,
  );
  const own = sorted.find((node) => node.version_id === shown)?.dataset;
  const names = [...new Set([...(own === undefined ? [] : [own]), ...sorted.map(({ dataset }) => dataset)])];
  const placed = sorted.map((node, column) => ({
    node,
    left: MARGIN + column * (NODE.width + GAP),
    top: names.indexOf(node.dataset) * LANE + HEAD,
  }));
  const byId = new Map(placed.map((each) => [each.node.version_id, each]));
  return {
    lanes: names.map((dataset, i) => ({ dataset, top: i * LANE })),
    nodes: placed,
    edges: edges.flatMap((edge) => {
      const [from, to] = [byId.get(edge.from), byId.get(edge.to)];
      return from && to ? [placeEdge(edge, { from, to, placed })] : [];
    }),
    width: 2 * MARGIN + Math.max(1, placed.length) * (NODE.width + GAP) - GAP,
    height: names.length * LANE,
  };
}

interface Ends {
  from: PlacedNode;
  to: PlacedNode;
  placed: PlacedNode[];
}

function placeEdge(edge: LineageEdge, { from, to, placed }: Ends): PlacedEdge {
  const middle = NODE.height / 2;
  const [x1, y1] = [from.left + NODE.width, from.top + middle];
  const [x2, y2] = [to.left, to.top + middle];
  const between = placed.some(({ left, top }) => top === from.top && left > from.left && left < to.left);
  if (from.top === to.top && !between)
    return { edge, path: `M${x1} ${y1} L${x2} ${y2}`, at: { x: (x1 + x2) / 2, y: y1 - 7 } };
  if (from.top === to.top) {
    // Over the nodes between, from above the one to above the other.
    const [start, end] = [from.left + NODE.width * 0.7, to.left + NODE.width * 0.3];
    const crest = from.top - 34;
    const path = `M${start} ${from.top} C${start + 20} ${crest} ${end - 20} ${crest} ${end} ${from.top}`;
    return { edge, path, at: { x: (start + end) / 2, y: from.top - 30 } };
  }
  // A lane is left before the next node of it, and entered just before the end.
  const bend = x2 - GAP / 2;
  const path = `M${x1} ${y1} C${x1 + GAP / 2} ${y1} ${x1 + GAP / 2} ${(y1 + y2) / 2} ${(x1 + bend) / 2} ${(y1 + y2) / 2} S${bend} ${y2} ${x2} ${y2}`;
  return { edge, path, at: { x: x2 - GAP / 2, y: y2 - 7 } };
}
