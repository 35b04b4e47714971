import { Text, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import { t } from '@cairn/ui';
import type { TemplateFinding } from './types.ts';
import styles from './finding-list.module.css';

interface Props {
  findings: readonly TemplateFinding[];
  /** Leads to where a finding is; without it they are only read. */
  onOpen?: (finding: TemplateFinding) => void;
}

/** Findings, errors first; each leads to its place. */
export function FindingList({ findings, onOpen }: Props) {
  const sorted = findings.toSorted((a, b) => Number(a.level === 'warning') - Number(b.level === 'warning'));
  return (
    <ul className={styles.list} aria-label={t('findings.label')}>
      {sorted.map((finding, i) => (
        // Two findings may say the same of the same place.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={i}>
          {onOpen ? (
            <UnstyledButton className={styles.finding} onClick={() => onOpen(finding)}>
              <FindingText finding={finding} />
            </UnstyledButton>
          ) : (
            <div className={styles.finding}>
              <FindingText finding={finding} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function FindingText({ finding }: { finding: TemplateFinding }) {
  const isError = finding.level === 'error';
  const Icon = isError ? IconCircleX : IconAlertTriangle;
  return (
    <>
      <Icon size={16} aria-label={t(`findings.${finding.level}`)} className={styles[finding.level]} />
      <span>
        {finding.message}
        <Text span display="block" size="xs" c="dimmed">
          {finding.place ?? finding.element ?? finding.path.replace('$.', '')}
        </Text>
      </span>
    </>
  );
}
