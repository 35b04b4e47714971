import { Button } from '@mantine/core';
import { IconArchive, IconFolderOpen, IconUpload } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState, t } from '@cairn/ui';
import type { ListLocation } from './list-location.ts';

interface EmptyListProps {
  location: ListLocation;
  mayUpload: boolean;
}

/** An empty list: what belongs there, and the first step for users with edit access. */
export function EmptyList({ location, mayUpload }: EmptyListProps) {
  const { kind } = location;
  const able = kind === 'archived' || mayUpload ? kind : `${kind}Reader`;
  const to = kind === 'folder' ? `/upload?folder=${location.id}` : '/upload';
  return (
    <EmptyState
      boxed
      icon={ICONS[kind]}
      title={t(`list.empty.${able}.title`)}
      text={t(`list.empty.${able}.text`)}
      action={
        mayUpload && kind !== 'archived' ? (
          <Button component={Link} to={to} leftSection={<IconUpload size={16} aria-hidden />}>
            {t(kind === 'folder' ? 'list.uploadHere' : 'list.upload')}
          </Button>
        ) : undefined
      }
    />
  );
}

const ICONS = {
  all: undefined,
  unfiled: <IconFolderOpen size={22} stroke={1.6} />,
  folder: <IconFolderOpen size={22} stroke={1.6} />,
  archived: <IconArchive size={22} stroke={1.6} />,
};
