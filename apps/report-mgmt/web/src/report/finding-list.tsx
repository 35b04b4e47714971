import { Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import { t } from '@cairn/ui';
import type { Finding } from '../client.ts';
import styles from './finding-list.module.css';

const ICONS = { error: IconCircleX, warning: IconAlertTriangle, info: IconInfoCircle };
const ORDER = ['error', 'warning', 'info'];

/** What was found in a template, errors first, each with its file, line and element. */
export function FindingList({ findings }: { findings: readonly Finding[] }) {
  const sorted = findings.toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
  return (
    <ul className={styles.list} aria-label={t('findings.label')}>
      {sorted.map((finding, i) => {
        const { severity, message, place } = finding;
        const Icon = ICONS[severity] ?? IconInfoCircle;
        return (
          // Two findings may say the same of the same place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={i} className={styles.finding}>
            <Icon size={16} aria-label={t(`findings.${severity}`)} className={styles[severity]} />
            <span>
              {message}
              <Text span display="block" size="xs" c="dimmed">
                {place}
              </Text>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
