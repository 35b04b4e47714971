import { Button } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { ShareDialog, tui, useUrlState } from '@cairn/ui';
import { datasetHref } from '../../addresses.ts';
import type { DatasetMetadata } from '../../client.ts';
import { datasetKey, datasetsKey } from '../../query-keys.ts';

/** Opens the dialog in which people and groups get access to the dataset. */
export function ShareButton({ metadata }: { metadata: DatasetMetadata }) {
  const { name, title, resource_key: key } = metadata;
  const [panel, setPanel] = useUrlState('panel');
  const queries = useQueryClient();
  if (key === undefined) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShare size={16} aria-hidden />}
        onClick={() => setPanel('share')}
      >
        {tui('sharing.action')}
      </Button>
      <ShareDialog
        resource={{ type: 'vault_dataset', key }}
        name={title}
        href={datasetHref(name)}
        opened={panel === 'share'}
        onClose={() => setPanel('')}
        onSaved={() => {
          for (const queryKey of [datasetKey(name), datasetsKey])
            void queries.invalidateQueries({ queryKey });
        }}
      />
    </>
  );
}
