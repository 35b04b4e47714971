import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconTableOptions } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { LazyModal, t } from '@cairn/ui';
import { tableSearch } from './table-address.ts';
import { TableSearch } from './table-search.tsx';

/** Goes on with another table. */
export function ChangeTable() {
  const [opened, setOpened] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTableOptions size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('start.change')}
      </Button>
      <LazyModal opened={opened} onClose={() => setOpened(false)} title={t('start.choose')} size="lg">
        <TableSearch
          onChoose={(table) => {
            setOpened(false);
            void navigate({ search: tableSearch(table) });
          }}
        />
      </LazyModal>
    </>
  );
}
