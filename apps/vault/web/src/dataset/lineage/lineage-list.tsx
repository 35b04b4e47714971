import { RelativeTime, t } from '@cairn/ui';
import type { Lineage, LineageNode } from './layout.ts';
import type { LineageViewProps } from './lineage-graph.tsx';
import { describeVersion } from './describe-version.ts';
import styles from './lineage.module.css';

/** The graph in words, newest first. */
export function LineageList({ lineage, shown, chosen, onChoose }: LineageViewProps) {
  const nodes = [...lineage.nodes].sort(
    (a, b) => b.created_at.localeCompare(a.created_at) || b.version_id - a.version_id,
  );
  return (
    <ol className={styles.list} reversed>
      {nodes.map((node) => (
        <li key={node.version_id} data-chosen={node.version_id === chosen || undefined}>
          <button
            type="button"
            aria-pressed={node.version_id === chosen}
            onClick={() => onChoose(node.version_id)}
          >
            {t('lineage.details.title', { ...node })}: {describeVersion(node, lineage)}
          </button>
          <span className={styles.aside}>
            {otherWords(node, lineage)}
            {node.version_id === shown ? `${t('lineage.here')} · ` : ''}
            {node.created_by ? `${node.created_by} · ` : ''}
            <RelativeTime value={node.created_at} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function otherWords(node: LineageNode, { nodes, edges }: Lineage): string {
  const edge = edges.find(({ to, role }) => to === node.version_id && role !== 'parent');
  const cutter = nodes.find((each) => each.version_id === edge?.from);
  if (!cutter) return '';
  const from = t('lineage.origin', { version: cutter.version, dataset: cutter.dataset });
  return `${t(edge?.role === 'clip' ? 'lineage.cut' : 'lineage.other', { from })} · `;
}
