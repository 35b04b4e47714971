import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { t } from '@cairn/ui';
import { useBuilder } from '../builder-context.tsx';
import { moveEntry, removeEntry } from '../model/lists.ts';
import type { ListName } from '../model/selection.ts';
import styles from './properties.module.css';

interface Props {
  list: ListName;
  index: number;
}

/** Name of an entry of a list, with buttons that move and remove it. */
export function EntryHead({ list, index }: Props) {
  const { template, edit } = useBuilder();
  const entries = template[list];
  const move = (by: 1 | -1) =>
    edit((now) => moveEntry(now, { list, index }, by), { select: { kind: list, index: index + by } });
  return (
    <div className={styles.head}>
      <h2>{t(`builder.entry.${list}`, { name: entries[index]?.name ?? '' })}</h2>
      <Group gap={2} wrap="nowrap">
        <Tooltip label={t('properties.up')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={index === 0}
            aria-label={t('properties.up')}
            onClick={() => move(-1)}
          >
            <IconArrowUp size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('properties.down')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={index === entries.length - 1}
            aria-label={t('properties.down')}
            onClick={() => move(1)}
          >
            <IconArrowDown size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('properties.remove')}>
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={t('properties.remove')}
            onClick={() => edit((now) => removeEntry(now, list, index), { select: { kind: 'report' } })}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
    </div>
  );
}
