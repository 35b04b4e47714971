import { IconCheck, IconMinus } from '@tabler/icons-react';
import { t } from '@cairn/ui';
import type { AccessSource } from '../../client.ts';
import styles from './access.module.css';

interface PrivilegeCellProps {
  isEffective: boolean;
  sources: AccessSource[];
}

/** Whether a role has a privilege, and each way by which it has it. */
export function PrivilegeCell({ isEffective, sources }: PrivilegeCellProps) {
  return (
    <span className={styles.cell}>
      {isEffective ? (
        <IconCheck size={16} className={styles.yes} role="img" aria-label={t('roles.yes')} />
      ) : (
        <IconMinus size={16} className={styles.no} role="img" aria-label={t('roles.no')} />
      )}
      {sources.map(({ kind, via }) => (
        <SourceChip key={`${kind} ${via}`} kind={kind} via={via} />
      ))}
    </span>
  );
}

/** One way by which something is had; its colour is explained in the legend. */
export function SourceChip({ kind, via }: Pick<AccessSource, 'kind'> & { via?: string | null }) {
  return (
    <span className={styles.chip} data-source={kind} title={t(`matrix.sourceHint.${kind}`)}>
      {via && (kind === 'group' || kind === 'set_role') ? via : t(`matrix.source.${kind}`)}
    </span>
  );
}
