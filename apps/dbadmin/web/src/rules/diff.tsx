import { VisuallyHidden } from '@mantine/core';
import { t } from '@cairn/ui';
import type { RulePreview } from '../client.ts';
import styles from './rules.module.css';

const SIGN = { same: ' ', added: '+', removed: '−', gap: '⋯' } as const;

interface DiffProps {
  lines: RulePreview['diff'];
  /** Has the lines shown that are left out. */
  onUnfold: () => void;
}

/** A file before and after, line by line; colour and sign say the same. */
export function Diff({ lines, onUnfold }: DiffProps) {
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
              <button type="button" className={styles.unfold} onClick={onUnfold}>
                {t('apply.unfold', { lines: text })}
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
