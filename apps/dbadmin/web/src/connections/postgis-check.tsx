import { Alert, Button, Select } from '@mantine/core';
import { useState } from 'react';
import { t, useChange } from '@cairn/ui';
import { dbadmin } from '../client.ts';
import { useServerDatabases } from './use-connections.ts';
import styles from './connections.module.css';

/** Checks whether a database on the server has PostGIS, or could have it. */
export function PostgisCheck({ connectionId }: { connectionId: number }) {
  const [database, setDatabase] = useState('postgres');
  const names = useServerDatabases(connectionId).data;
  const check = useChange((name: string) =>
    dbadmin.POST('/api/connections/{id}/spatialdb-test', {
      params: { path: { id: connectionId } },
      body: { database: name },
    }),
  );
  const result = check.data;
  return (
    <>
      <div className={styles.inline}>
        <Select
          label={t('spatial.database')}
          data={names ?? ['postgres']}
          value={database}
          onChange={(name) => name && setDatabase(name)}
          allowDeselect={false}
          searchable
        />
        <Button variant="default" loading={check.isPending} onClick={() => check.mutate(database)}>
          {t('spatial.action')}
        </Button>
      </div>
      {result ? (
        <Alert color={result.installed ? 'green' : 'gray'} role="status">
          {t(sentenceFor(result), { ...result, available: result.available_version })}
        </Alert>
      ) : null}
    </>
  );
}

function sentenceFor(result: { installed: boolean; available_version: string | null }): string {
  if (result.installed) return 'spatial.installed';
  return result.available_version ? 'spatial.available' : 'spatial.absent';
}
