import { Badge, Button, Group } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Facts, FileSize, RelativeTime, formatNumber, t, useUrlState } from '@cairn/ui';
import { kindOf } from '../../datasets/kind.ts';
import type { DatasetTabProps } from '../types.ts';
import styles from '../dataset.module.css';

/** What people wrote about the dataset, and the shown version in a few facts. */
export function AboutTab(props: DatasetTabProps) {
  return (
    <div className={styles.columns}>
      <Description {...props} />
      <section className={styles.section}>
        <h2>{t('about.inShort')}</h2>
        <InShort {...props} />
      </section>
    </div>
  );
}

function Description({ metadata }: DatasetTabProps) {
  const [, setPanel] = useUrlState('panel');
  return (
    <section className={styles.section}>
      <h2>
        {t('about.description')}
        {metadata.permissions?.edit && !metadata.archived ? (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPencil size={14} aria-hidden />}
            onClick={() => setPanel('edit')}
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
        ]}
      />
    </section>
  );
}

function words(list: string[]) {
  if (list.length === 0) return null;
  return (
    <Group gap={6}>
      {list.map((word) => (
        <Badge key={word} color="gray">
          {word}
        </Badge>
      ))}
    </Group>
  );
}

function InShort({ metadata, version, technical }: DatasetTabProps) {
  const facts = technical.data;
  const features = facts?.feature_count ?? version.feature_count;
  const pixels = facts?.raster
    ? `${formatNumber(facts.raster.width)} × ${formatNumber(facts.raster.height)}`
    : null;
  const kind = kindOf({ type: version.type, geometry_type: facts?.layers?.[0]?.geometry_type });
  return (
    <Facts
      entries={[
        [t('about.kind'), kind],
        [t('about.features'), features === undefined ? null : formatNumber(features)],
        [t('about.layers'), facts?.layers && facts.layers.length > 1 ? facts.layers.length : null],
        [t('about.pixels'), pixels],
        [t('about.crs'), facts?.crs?.name],
        [t('about.size'), version.size > 0 ? <FileSize key="size" bytes={version.size} /> : null],
        [t('about.owner'), metadata.owner],
        [t('about.name'), <code key="name">{metadata.name}</code>],
        [t('about.folder'), metadata.folder],
        [t('about.made'), <RelativeTime key="made" value={metadata.created_at} />],
        [
          t('about.described'),
          metadata.updated_by ? (
            <span key="described">
              <RelativeTime value={metadata.updated_at} /> {t('about.by', { name: metadata.updated_by })}
            </span>
          ) : null,
        ],
      ]}
    />
  );
}
