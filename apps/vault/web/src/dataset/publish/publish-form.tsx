import { useState } from 'react';
import { Alert, Button, NativeSelect, Radio, Stack } from '@mantine/core';
import { IconWorldShare } from '@tabler/icons-react';
import { Loaded, t } from '@cairn/ui';
import { CopyNote } from '../header/local-copy-note.tsx';
import type { DatasetTabProps } from '../types.ts';
import { useCapability, usePublish } from './use-publications.ts';
import styles from './publish.module.css';

/** Publishes a layer of the shown version, unless the version cannot be published. */
export function PublishForm({ hasPublished, ...props }: DatasetTabProps & { hasPublished: boolean }) {
  const { version } = props;
  const capability = useCapability(version.id, true);
  return (
    <section aria-label={t(hasPublished ? 'publish.another' : 'publish.action')}>
      {hasPublished ? <h3 className={styles.heading}>{t('publish.another')}</h3> : null}
      <Loaded query={capability} rows={2}>
        {({ available, reason, needs_local_copy: needsCopy }) =>
          available ? (
            <Form {...props} />
          ) : needsCopy ? (
            <CopyNote version={version} reason={reason} />
          ) : (
            <Alert color="gray">{reason ?? t('publish.notAvailable')}</Alert>
          )
        }
      </Loaded>
    </section>
  );
}

function Form({ metadata, version, technical }: DatasetTabProps) {
  const layers = technical.data?.layers?.map(({ name }) => name) ?? [];
  const [layer, setLayer] = useState('');
  const [follow, setFollow] = useState<'latest' | 'version'>(version.latest ? 'latest' : 'version');
  const publish = usePublish(metadata.name);
  const isVector = version.type === 'vector';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        publish.mutate({
          versionId: version.id,
          ...(isVector ? { layer: layer || layers[0], follow } : { layer: undefined, follow: undefined }),
        });
      }}
    >
      <Stack gap="md">
        {layers.length > 1 ? (
          <NativeSelect
            label={t('publish.layer')}
            data={layers}
            value={layer || layers[0]}
            onChange={(event) => setLayer(event.currentTarget.value)}
          />
        ) : null}
        {isVector ? (
          <Radio.Group
            label={t('publish.shows')}
            value={follow}
            onChange={(value) => setFollow(value === 'latest' ? 'latest' : 'version')}
          >
            <Stack gap={8} mt={6}>
              <Radio value="latest" label={t('publish.latest')} disabled={!version.latest} />
              <Radio value="version" label={t('publish.pinned', { version: version.version })} />
            </Stack>
          </Radio.Group>
        ) : (
          <p className={styles.lead}>{t('publish.rasterStays', { version: version.version })}</p>
        )}
        <div>
          <Button
            type="submit"
            loading={publish.isPending}
            leftSection={<IconWorldShare size={16} aria-hidden />}
          >
            {t('publish.action')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
