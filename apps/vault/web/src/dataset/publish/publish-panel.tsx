import { Stack } from '@mantine/core';
import { Loaded, SidePanel, t, useMe } from '@cairn/ui';
import { MapServerSection } from '../../map-servers/publish-section.tsx';
import type { DatasetTabProps } from '../types.ts';
import { useChangeRight } from '../versions/use-change-right.ts';
import { PublicationDetails } from './publication-details.tsx';
import { PublishForm } from './publish-form.tsx';
import { usePublications } from './use-publications.ts';
import styles from './publish.module.css';

interface PublishPanelProps extends DatasetTabProps {
  onClose: () => void;
}

/** The published layers of a dataset, and publishing another. Viewers see the addresses, not the actions. */
export function PublishPanel({ onClose, ...props }: PublishPanelProps) {
  const { metadata, technical } = props;
  const { allowed } = useChangeRight(metadata);
  const isUser = useMe().data?.authenticated === true;
  const publications = usePublications(metadata.name);
  return (
    <SidePanel opened title={t('publish.title')} onClose={onClose} size={560}>
      <Loaded query={publications}>
        {(published) => (
          <Stack gap="xl">
            {published.length === 0 ? <p className={styles.lead}>{t('publish.lead')}</p> : null}
            {published.map((publication) => (
              <PublicationDetails
                key={publication.id}
                publication={publication}
                versions={props.versions}
                isPublic={metadata.sharing === 'public'}
                mayEdit={allowed}
                geometryType={geometryTypeOf(technical.data, publication.layer)}
              />
            ))}
            {allowed ? <PublishForm {...props} hasPublished={published.length > 0} /> : null}
            {isUser ? (
              <MapServerSection
                metadata={metadata}
                version={props.version}
                latest={props.versions[0]?.version ?? 1}
                mayEdit={allowed}
              />
            ) : null}
          </Stack>
        )}
      </Loaded>
    </SidePanel>
  );
}

function geometryTypeOf(technical: DatasetTabProps['technical']['data'], layer: string): string {
  const layers = technical?.layers ?? [];
  return (layers.find(({ name }) => name === layer) ?? layers[0])?.geometry_type ?? '';
}
