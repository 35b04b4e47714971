import { Button, Group, Modal, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { formatNumber, t } from '@cairn/ui';
import type { ManagedDataset, Folder } from '../client.ts';

interface MoveDialogProps {
  /** What is to be moved; empty when the dialog is closed. */
  rows: ManagedDataset[];
  folders: Folder[];
  onMove: (folder: { id: number | null; name: string }) => void;
  onClose: () => void;
}

const OUTSIDE = 'none';

/** Asks into which folder datasets go. */
export function MoveDialog({ rows, folders, onMove, onClose }: MoveDialogProps) {
  const title = t('move.title', {
    count: rows.length,
    number: formatNumber(rows.length),
    title: rows[0]?.title,
  });
  return (
    <Modal opened={rows.length > 0} onClose={onClose} title={title}>
      {rows.length > 0 ? <Choice rows={rows} folders={folders} onMove={onMove} onClose={onClose} /> : null}
    </Modal>
  );
}

function Choice({ rows, folders, onMove, onClose }: MoveDialogProps) {
  const here = rows.every(({ folder_id: id }) => id === rows[0]?.folder_id)
    ? String(rows[0]?.folder_id ?? OUTSIDE)
    : null;
  const [chosen, setChosen] = useState<string | null>(here);
  const folder = folders.find(({ id }) => String(id) === chosen);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onMove({ id: folder?.id ?? null, name: folder?.name ?? '' });
      }}
    >
      <Stack gap="md">
        <Select
          data-autofocus
          label={t('move.folder')}
          description={t(folders.length > 0 ? 'move.hint' : 'move.noFolders')}
          data={[
            ...folders.map(({ id, name }) => ({ value: String(id), label: name })),
            { value: OUTSIDE, label: t('folders.location.unfiled') },
          ]}
          value={chosen}
          onChange={setChosen}
          searchable
          allowDeselect={false}
          nothingFoundMessage={t('move.nothingFound')}
          comboboxProps={{ withinPortal: true }}
        />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            {t('move.cancel')}
          </Button>
          <Button type="submit" disabled={chosen === null || chosen === here}>
            {t('move.move')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
