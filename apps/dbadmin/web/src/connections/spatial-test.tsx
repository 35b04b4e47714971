import { Alert, Button, Select } from '@mantine/core';
import { useState } from 'react';
import { t, useApi, useChange } from '@cairn/ui';
import { dbadmin } from '../client.ts';
import { connectionsKey } from '../query-keys.ts';
import styles from './connections.module.css';

/** Whether a database of the server has PostGIS, or could have it. */
export function SpatialTest({ connectionId }: { connectionId: number }) {
  const path = { id: connectionId };
  const [database, setDatabase] = useState<string | null>('postgres');
  const names = useApi([...connectionsKey, connectionId, 'live'], (signal) =>
    dbadmin.GET('/api/connections/{id}/databases', { params: { path }, signal }),
  );
  const test = useChange((name: string) =>
    dbadmin.POST('/api/connections/{id}/spatialdb-test', { params: { path }, body: { database: name } }),
  );
  const found = test.data;
  return (
    <>
      <div className={styles.inline}>
        <Select
          label={t('spatial.database')}
          data={names.data ?? ['postgres']}
          value={database}
          onChange={setDatabase}
          allowDeselect={false}
          searchable
        />
        <Button
          variant="default"
          loading={test.isPending}
          disabled={!database}
          onClick={() => database && test.mutate(database)}
        >
          {t('spatial.action')}
        </Button>
      </div>
      {found ? (
        <Alert color={found.installed ? 'green' : 'gray'} role="status">
          {t(sentenceFor(found), { ...found, available: found.available_version })}
        </Alert>
      ) : null}
    </>
  );
}

function sentenceFor(found: { installed: boolean; available_version: string | null }): string {
  if (found.installed) return 'spatial.installed';
  return found.available_version ? 'spatial.available' : 'spatial.absent';
}
