import { Button } from '@mantine/core';
import { IconArchive, IconFolderOpen, IconUpload } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState, t } from '@cairn/ui';
import type { Place } from './place.ts';

interface EmptyPlaceProps {
  place: Place;
  mayUpload: boolean;
}

/** A place without datasets: what belongs there, and the first step for those who may take it. */
export function EmptyPlace({ place, mayUpload }: EmptyPlaceProps) {
  const { kind } = place;
  const able = kind === 'archived' || mayUpload ? kind : `${kind}Reader`;
  const to = kind === 'folder' ? `/upload?folder=${place.id}` : '/upload';
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
