import { useMemo, useState } from 'react';
import { DataTable, t } from '@cairn/ui';
import type { Version } from '../../client.ts';
import type { DatasetTabProps } from '../types.ts';
import { useAddress } from '../use-address.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { useChangeRight } from './use-change-right.ts';
import { RollbackDialog } from './rollback-dialog.tsx';
import { versionColumns } from './version-columns.tsx';
import { VersionMenu } from './version-menu.tsx';
import shared from '../dataset.module.css';

/** All versions, newest first: what happened, and the ways to look at, compare, restore and delete them. */
export function VersionsTab({ metadata, version, versions, onShowVersion }: DatasetTabProps) {
  const { title } = metadata;
  const current = version.version;
  const latest = versions[0] as Version;
  const change = useAddress();
  const right = useChangeRight(metadata);
  const [restoring, setRestoring] = useState<Version | null>(null);
  const [removing, setRemoving] = useState<Version | null>(null);
  const columns = useMemo(
    () => versionColumns({ versions, current, onShow: onShowVersion }),
    [versions, current, onShowVersion],
  );
  // The latest is compared with the one before it, any other with the latest.
  const otherOf = (row: Version) => (row.latest ? versions[1] : latest);
  return (
    <>
      {right.reason ? <p className={shared.note}>{right.reason}</p> : null}
      <DataTable
        label={t('versions.label', { title })}
        rows={versions}
        columns={columns}
        rowKey={(row) => row.version}
        rowName={(row) => t('dataset.version', { version: row.version })}
        currentKey={current}
        actions={(row) => (
          <VersionMenu
            version={row}
            other={otherOf(row)}
            mayChange={right.allowed}
            onShow={() => onShowVersion(row.version)}
            onLineage={() => change({ tab: 'lineage', node: String(row.id) })}
            onRollback={() => setRestoring(row)}
            onRemove={() => setRemoving(row)}
          />
        )}
      />
      <RollbackDialog
        version={restoring}
        latest={latest}
        onClose={() => setRestoring(null)}
        onDone={() => change({ version: '' })}
      />
      <RemoveDialog
        version={removing}
        versions={versions}
        onClose={() => setRemoving(null)}
        onDone={(gone) => {
          if (gone.version === current) change({ version: '' });
        }}
      />
    </>
  );
}
