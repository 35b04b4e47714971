import { Alert, Stack } from '@mantine/core';
import { formatNumber, t } from '@cairn/ui';
import type { GrantResult } from '../../client.ts';

interface GrantReportProps {
  result: GrantResult;
  onClose: () => void;
}

/** What a change of access covered, and what it did not. */
export function GrantReport({ result, onClose }: GrantReportProps) {
  const { role_name: role, level, skipped } = result;
  const isGrant = level !== null;
  const covered = isGrant ? result.covered_creators : [];
  const uncovered = isGrant ? result.uncovered_creators : [];
  const failed = skipped.filter(({ extension }) => extension === null);
  const ofExtensions = skipped.filter(({ extension }) => extension !== null);
  return (
    <Alert
      color={failed.length === 0 && uncovered.length === 0 ? 'green' : 'yellow'}
      role="status"
      withCloseButton
      closeButtonLabel={t('common.dismiss')}
      onClose={onClose}
      title={
        isGrant
          ? t('access.grantedTo', { role, level: t(`access.levels.${level}`) })
          : t('access.revokedFrom', { role })
      }
    >
      <Stack gap={6}>
        <span>{t('access.objects', counts(result.objects ?? 0))}</span>
        {covered.length > 0 ? <span>{t('access.covered', { roles: covered.join(', ') })}</span> : null}
        {uncovered.length > 0 ? <span>{t('access.uncovered', { roles: uncovered.join(', ') })}</span> : null}
        {failed.length > 0 ? (
          <div>
            {t('access.skipped', counts(failed.length))}
            <ObjectList objects={failed} />
          </div>
        ) : null}
        {ofExtensions.length > 0 ? (
          <details>
            <summary>{t('access.extensions', counts(ofExtensions.length))}</summary>
            <ObjectList objects={ofExtensions} />
          </details>
        ) : null}
      </Stack>
    </Alert>
  );
}

const MAX_SHOWN = 20;

function ObjectList({ objects }: { objects: GrantResult['skipped'] }) {
  const more = objects.length - MAX_SHOWN;
  return (
    <ul style={{ margin: '4px 0 0', paddingLeft: 18 }}>
      {objects.slice(0, MAX_SHOWN).map(({ kind, name, reason }) => (
        <li key={`${kind} ${name}`}>
          {kind} <code>{name}</code>: {reason}
        </li>
      ))}
      {more > 0 ? <li>{t('common.more', { number: formatNumber(more) })}</li> : null}
    </ul>
  );
}

function counts(count: number): { count: number; number: string } {
  return { count, number: formatNumber(count) };
}
