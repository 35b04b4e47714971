import { VisuallyHidden } from '@mantine/core';
import { t } from '@cairn/ui';
import type { RulePreview } from '../client.ts';
import styles from './rules.module.css';

const SIGN = { same: ' ', added: '+', removed: '−', gap: '⋯' } as const;

/** A file before and after, line by line; colour and sign say the same. */
export function Diff({ lines }: { lines: RulePreview['diff'] }) {
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
            <code>{text}</code>
          </li>
        ))}
      </ol>
    </div>
  );
}
