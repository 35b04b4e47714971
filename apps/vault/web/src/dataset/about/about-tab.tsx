import { Alert, Badge, Button, Group } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { ErrorState, LoadingRows, t, useUrlState } from '@cairn/ui';
import type { DatasetTabProps } from '../tab.ts';
import { Facts } from './facts.tsx';
import { FileFacts, PlaceFacts } from './technical.tsx';
import { LayersSection, RasterSection } from './contents.tsx';
import styles from '../dataset.module.css';

/** What people wrote about the dataset and what its file says of itself. */
export function AboutTab({ metadata, version, technical }: DatasetTabProps) {
  const [, setPanel] = useUrlState('panel');
  return (
    <div className={styles.columns}>
      <Description metadata={metadata} onEdit={() => setPanel('edit')} />
      <section className={styles.section}>
        <h2>{t('about.file')}</h2>
        <FileFacts version={version} />
        {technical.data && technical.data.warnings.length > 0 ? (
          <Alert color="yellow" variant="light" mt="md" title={t('about.warnings')}>
            {technical.data.warnings.map((sentence) => (
              <p key={sentence} style={{ margin: 0 }}>
                {sentence}
              </p>
            ))}
          </Alert>
        ) : null}
      </section>
      <Contents technical={technical} />
    </div>
  );
}

function Contents({ technical }: Pick<DatasetTabProps, 'technical'>) {
  if (technical.error) return <ErrorState error={technical.error} retry={() => void technical.refetch()} />;
  if (!technical.data) return <LoadingRows rows={4} height={24} />;
  return (
    <>
      <section className={styles.section}>
        <h2>{t('about.place')}</h2>
        <PlaceFacts technical={technical.data} />
      </section>
      {technical.data.raster ? <RasterSection raster={technical.data.raster} /> : null}
      {technical.data.layers ? <LayersSection layers={technical.data.layers} /> : null}
    </>
  );
}

function Description({ metadata, onEdit }: Pick<DatasetTabProps, 'metadata'> & { onEdit: () => void }) {
  const words = (list: string[]) =>
    list.length > 0 ? (
      <Group gap={6}>
        {list.map((word) => (
          <Badge key={word} color="gray">
            {word}
          </Badge>
        ))}
      </Group>
    ) : null;
  return (
    <section className={styles.section}>
      <h2>
        {t('about.description')}
        {metadata.permissions?.edit ? (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPencil size={14} aria-hidden />}
            onClick={onEdit}
          >
            {t('about.edit')}
          </Button>
        ) : null}
      </h2>
      <p className={styles.text}>{metadata.description || t('dataset.noDescription')}</p>
      <Facts
        entries={[
          [t('about.tags'), words(metadata.tags)],
          [t('about.keywords'), words(metadata.keywords)],
          [t('about.attribution'), metadata.attribution],
          [t('about.citation'), metadata.citation],
          [t('about.notes'), metadata.notes],
          [t('about.owner'), metadata.owner],
        ]}
      />
    </section>
  );
}
