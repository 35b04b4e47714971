import { VisuallyHidden } from '@mantine/core';
import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react';
import { formatNumber, t } from '@cairn/ui';
import { layOut, NODE, type Lineage, type PlacedNode } from './layout.ts';
import { describeVersion, stepName } from './describe-version.ts';
import styles from './lineage.module.css';

export interface LineageViewProps {
  lineage: Lineage;
  /** Ids of the version that the page shows, and of the one whose details are open. */
  shown: number;
  chosen: number;
  onChoose: (id: number) => void;
}

/** Versions as boxes in the lanes of their datasets, joined by what was done. Arrow keys go from one to the next. */
export function LineageGraph({ lineage, shown, chosen, onChoose }: LineageViewProps) {
  const layout = useMemo(() => layOut(lineage), [lineage]);
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Along the graph alone: the page itself stays where it is.
    const [box, here] = [scroller.current, layout.nodes.find(({ node }) => node.version_id === chosen)];
    if (!box || !here) return;
    const outside = here.left < box.scrollLeft || here.left + NODE.width > box.scrollLeft + box.clientWidth;
    if (outside) box.scrollLeft = here.left - box.clientWidth / 2 + NODE.width / 2;
  }, [layout, chosen]);
  const { width, height } = layout;
  return (
    <div ref={scroller} className={styles.scroll} tabIndex={0} role="group" aria-label={t('lineage.scroll')}>
      <div className={styles.graph} style={{ width, height }}>
        {layout.lanes.map(({ dataset, top }) => (
          <span key={dataset} className={styles.lane} style={{ top }}>
            <span>{dataset}</span>
          </span>
        ))}
        <Edges layout={layout} lineage={lineage} chosen={chosen} />
        {layout.nodes.map((placed) => (
          <Box
            key={placed.node.version_id}
            placed={placed}
            lineage={lineage}
            isShown={placed.node.version_id === shown}
            isChosen={placed.node.version_id === chosen}
            onChoose={() => onChoose(placed.node.version_id)}
          />
        ))}
      </div>
    </div>
  );
}

interface EdgesProps {
  layout: ReturnType<typeof layOut>;
  lineage: Lineage;
  chosen: number;
}

function Edges({ layout, lineage, chosen }: EdgesProps) {
  const operationOf = (id: number) => lineage.nodes.find((node) => node.version_id === id)?.operation ?? '';
  return (
    <svg width={layout.width} height={layout.height} aria-hidden className={styles.edges}>
      <defs>
        <marker
          id="lineage-arrow"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          orient="auto"
        >
          <path d="M0 0 L8 4 L0 8 Z" />
        </marker>
      </defs>
      {layout.edges.map(({ edge, path, at }) => (
        <g
          key={`${edge.from}-${edge.to}-${edge.role}`}
          data-role={edge.role}
          data-chosen={edge.to === chosen || undefined}
        >
          <path d={path} markerEnd="url(#lineage-arrow)" />
          <text x={at.x} y={at.y}>
            {stepName(operationOf(edge.to), edge.role)}
          </text>
        </g>
      ))}
    </svg>
  );
}

interface BoxProps {
  placed: PlacedNode;
  lineage: Lineage;
  isShown: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

function Box({ placed: { node, left, top }, lineage, isShown, isChosen, onChoose }: BoxProps) {
  const count = node.feature_count;
  const marks = [isShown ? t('lineage.shown') : '', node.latest ? t('lineage.latest') : ''].filter(Boolean);
  const words = describeVersion(node, lineage);
  return (
    <button
      type="button"
      className={styles.node}
      style={{ left, top, width: NODE.width, height: NODE.height }}
      aria-pressed={isChosen}
      data-node={node.version_id}
      data-shown={isShown || undefined}
      onClick={onChoose}
      onKeyDown={goAlong}
    >
      <strong>{t('lineage.version', { version: node.version })}</strong>
      <span>
        {marks.length > 0
          ? marks.join(' · ')
          : count === undefined
            ? ''
            : t('lineage.features', { count, number: formatNumber(count) })}
      </span>
      <VisuallyHidden>{t('lineage.node', { dataset: node.dataset, words })}</VisuallyHidden>
    </button>
  );
}

/** Arrow keys move to the previous or next version. */
function goAlong(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
  const buttons = [...(event.currentTarget.parentElement?.querySelectorAll('button') ?? [])];
  const next = step && buttons[buttons.indexOf(event.currentTarget) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
