import { Alert } from '@mantine/core';
import { formatNumber, t } from '@cairn/ui';
import type { GrantResult } from '../../client.ts';

const SHOWN = 20;

/** What a change of access reached, and what it did not. */
export function GrantOutcome({ outcome, onClose }: { outcome: GrantResult; onClose: () => void }) {
  const {
    role_name: role,
    level,
    skipped,
    covered_creators: covered,
    uncovered_creators: uncovered,
  } = outcome;
  const missed = skipped.filter(({ extension }) => extension === null);
  const ofExtensions = skipped.filter(({ extension }) => extension !== null);
  const isWhole = missed.length === 0 && (uncovered.length === 0 || level === null);
  const objects = outcome.objects ?? 0;
  return (
    <Alert
      color={isWhole ? 'green' : 'yellow'}
      role="status"
      withCloseButton
      closeButtonLabel={t('access.close')}
      onClose={onClose}
      title={
        level === null
          ? t('access.revoked', { role })
          : t('access.granted', { role, level: t(`access.level.${level}`) })
      }
    >
      <p style={{ margin: 0 }}>{t('access.objects', { count: objects, number: formatNumber(objects) })}</p>
      {covered.length > 0 && level !== null ? (
        <p style={{ margin: '6px 0 0' }}>{t('access.covered', { roles: covered.join(', ') })}</p>
      ) : null}
      {uncovered.length > 0 && level !== null ? (
        <p style={{ margin: '6px 0 0' }}>{t('access.uncovered', { roles: uncovered.join(', ') })}</p>
      ) : null}
      {missed.length > 0 ? (
        <>
          <p style={{ margin: '6px 0 0' }}>
            {t('access.skipped', { count: missed.length, number: formatNumber(missed.length) })}
          </p>
          <ObjectList objects={missed} />
        </>
      ) : null}
      {ofExtensions.length > 0 ? (
        <details style={{ margin: '6px 0 0' }}>
          <summary>
            {t('access.left', { count: ofExtensions.length, number: formatNumber(ofExtensions.length) })}
          </summary>
          <ObjectList objects={ofExtensions} />
        </details>
      ) : null}
    </Alert>
  );
}

function ObjectList({ objects }: { objects: GrantResult['skipped'] }) {
  return (
    <>
      <ul style={{ margin: '4px 0 0', paddingLeft: 18 }}>
        {objects.slice(0, SHOWN).map(({ kind, name, reason }) => (
          <li key={`${kind} ${name}`}>
            {kind} <code>{name}</code>: {reason}
          </li>
        ))}
      </ul>
      {objects.length > SHOWN ? (
        <p style={{ margin: '4px 0 0' }}>
          {t('access.more', { number: formatNumber(objects.length - SHOWN) })}
        </p>
      ) : null}
    </>
  );
}
