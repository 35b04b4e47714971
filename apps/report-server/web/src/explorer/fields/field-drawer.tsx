import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { SidePanel, t } from '@cairn/ui';
import { FieldList } from './field-list.tsx';
import styles from './fields.module.css';

/** The fields in a panel, where they have no room beside the views. */
export function FieldDrawer() {
  const [opened, setOpened] = useState(false);
  return (
    <div className={styles.drawer}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconListDetails size={15} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('fields.open')}
      </Button>
      <SidePanel opened={opened} title={t('fields.title')} size={340} onClose={() => setOpened(false)}>
        <FieldList onChosen={() => setOpened(false)} />
      </SidePanel>
    </div>
  );
}
