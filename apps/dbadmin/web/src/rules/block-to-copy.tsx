import { Code } from '@mantine/core';
import { CopyButton, t } from '@cairn/ui';
import styles from './rules.module.css';

/** What belongs into the file, for when somebody else has to put it there. */
export function BlockToCopy({ block }: { block: string }) {
  return (
    <div>
      <h3 className={styles.heading}>
        {t('apply.block')} <CopyButton value={block} label={t('apply.copyBlock')} />
      </h3>
      <p className={styles.quiet}>{t('apply.blockText')}</p>
      <Code block tabIndex={0} className={styles.block}>
        {block}
      </Code>
    </div>
  );
}
