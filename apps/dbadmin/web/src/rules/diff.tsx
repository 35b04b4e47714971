import { VisuallyHidden } from '@mantine/core';
import { t } from '@cairn/ui';
import type { RulePreview } from '../client.ts';
import styles from './rules.module.css';

const SIGN = { same: ' ', added: '+', removed: '−', gap: '⋯' } as const;

interface DiffProps {
  lines: RulePreview['diff'];
  /** Shows the omitted lines. */
  onExpand: () => void;
}

/** The lines that a change adds to a file and removes from it. */
export function Diff({ lines, onExpand }: DiffProps) {
  return (
    <div className={styles.diff} tabIndex={0} role="region" aria-label={t('apply.diff')}>
      <ol>
        {lines.map(({ kind, text, line }, at) => (
          <li key={at} data-kind={kind}>
            <span className={styles.number} aria-hidden>
              {line ?? ''}
            </span>
            <span aria-hidden>{SIGN[kind]}</span>
            {kind === 'added' || kind === 'removed' ? (
              <VisuallyHidden>{t(`apply.${kind}`)}</VisuallyHidden>
            ) : null}
            {kind === 'gap' ? (
              <button type="button" className={styles.expand} onClick={onExpand}>
                {t('apply.expand', { lines: text })}
              </button>
            ) : (
              <code>{text}</code>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
