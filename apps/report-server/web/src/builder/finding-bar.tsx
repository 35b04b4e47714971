import { IconAlertTriangle } from '@tabler/icons-react';
import { formatNumber, t } from '@cairn/ui';
import { FindingList } from '../library/finding-list.tsx';
import type { TemplateFinding } from '../library/types.ts';
import styles from './builder.module.css';

interface Props {
  findings: readonly TemplateFinding[];
  onOpen: (finding: TemplateFinding) => void;
}

/** Findings of the import or the last save, folded away but counted. */
export function FindingBar({ findings, onOpen }: Props) {
  if (findings.length === 0) return null;
  return (
    <details className={styles.findings}>
      <summary>
        <IconAlertTriangle size={15} aria-hidden />
        {t('import.findings', { count: findings.length, number: formatNumber(findings.length) })}
      </summary>
      <FindingList findings={findings} onOpen={onOpen} />
    </details>
  );
}
