import { EmptyState, Loaded, t } from '@cairn/ui';
import { PublicationList } from './publication-list.tsx';
import type { MapServerTabProps } from './types.ts';
import { useServerPublications } from './use-map-servers.ts';

/** What is published on a map server, as far as the person may see the datasets. */
export function PublicationsTab({ server, mayEdit }: MapServerTabProps) {
  const publications = useServerPublications(server.id);
  return (
    <Loaded query={publications}>
      {(list) =>
        list.length === 0 ? (
          <EmptyState
            boxed
            title={t('mapServers.publications.none')}
            text={t('mapServers.publications.noneText')}
          />
        ) : (
          <PublicationList publications={list} mayEdit={mayEdit} showsDataset />
        )
      }
    </Loaded>
  );
}
