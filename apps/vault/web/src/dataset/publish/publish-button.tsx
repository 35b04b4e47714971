import { Button } from '@mantine/core';
import { IconWorldShare } from '@tabler/icons-react';
import { t, useMe, useUrlState } from '@cairn/ui';
import { useDatasetPublications, useMapServers } from '../../map-servers/use-map-servers.ts';
import type { DatasetTabProps } from '../types.ts';
import { useChangeRight } from '../versions/use-change-right.ts';
import { useCapability, usePublications } from './use-publications.ts';

/** Opens the panel of published layers: for editors, and for viewers once there are any. */
export function PublishButton({ metadata, version }: DatasetTabProps) {
  const [, setPanel] = useUrlState('panel');
  const isUser = useMe().data?.authenticated === true;
  const { allowed } = useChangeRight(metadata);
  const { data = [] } = usePublications(metadata.name);
  // A raster needs the runtime of a desktop GIS, which may not be set up.
  const raster = useCapability(version.id, allowed && version.type === 'raster');
  const isPossible = raster.data?.available === true || raster.data?.needs_local_copy === true;
  const mayPublish = allowed && (version.type === 'vector' || isPossible);
  const servers = useMapServers(allowed);
  const onServers = useDatasetPublications(metadata.name, isUser);
  const isPublished = data.length > 0 || (onServers.data ?? []).length > 0;
  const isShown = isPublished || mayPublish || (servers.data ?? []).length > 0;
  if (!isShown) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconWorldShare size={16} aria-hidden />}
      onClick={() => setPanel('publish')}
    >
      {t(isPublished ? 'publish.published' : 'publish.action')}
    </Button>
  );
}
