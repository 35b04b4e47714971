import { useState } from 'react';
import { Button, Code, Group, NativeSelect, Stack, Tabs, TextInput } from '@mantine/core';
import { IconWorldOff } from '@tabler/icons-react';
import { ConfirmDanger, CopyButton, t } from '@cairn/ui';
import type { Publication, Version } from '../../client.ts';
import { addressOf, programsOf, snippetOf } from './snippets.ts';
import { TokenList } from './token-list.tsx';
import { useFollow, useUnpublish } from './use-publications.ts';
import styles from './publish.module.css';

interface PublicationDetailsProps {
  publication: Publication;
  versions: Version[];
  isPublic: boolean;
  mayEdit: boolean;
  geometryType: string;
}

/** The address of one published layer, how to use it, and its tokens. */
export function PublicationDetails(props: PublicationDetailsProps) {
  const { publication, isPublic, mayEdit, geometryType } = props;
  const [secret, setSecret] = useState<string | null>(null);
  const token = isPublic ? null : (secret ?? t('publish.tokenHere'));
  const { layer, version, follow } = publication;
  const isWms = publication.wms_url !== undefined;
  const programs = programsOf(publication);
  const pinned = isWms ? 'publish.showsPicture' : 'publish.showsPinned';
  const shown = t(follow === 'latest' ? 'publish.showsLatest' : pinned, { version });
  return (
    <section aria-label={t('publish.layerOf', { layer })}>
      <Stack gap="md">
        <div>
          <h3 className={styles.heading}>{layer}</h3>
          <p className={styles.lead}>
            {publication.archived ? t('publish.archived') : shown}{' '}
            {isPublic ? t('publish.public') : t('publish.private')}
          </p>
        </div>
        <Address publication={publication} />
        <Tabs defaultValue="qgis" keepMounted={false}>
          <Tabs.List aria-label={t('publish.use')}>
            {programs.map((program) => (
              <Tabs.Tab key={program} value={program}>
                {t(`publish.programs.${program}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {programs.map((program) => (
            <Tabs.Panel key={program} value={program} pt="sm">
              <p className={styles.lead}>{t(`publish.${isWms ? 'howWms' : 'how'}.${program}`)}</p>
              <Snippet
                text={snippetOf(program, { ...publication, token, geometryType })}
                label={t(`publish.programs.${program}`)}
              />
            </Tabs.Panel>
          ))}
        </Tabs>
        {mayEdit ? <TokenList publication={publication} secret={secret} onCreated={setSecret} /> : null}
        {mayEdit ? <Changes {...props} /> : null}
      </Stack>
    </section>
  );
}

function Address({ publication }: Pick<PublicationDetailsProps, 'publication'>) {
  const url = addressOf(publication);
  const kind = publication.wms_url === undefined ? 'tiles' : 'wms';
  return (
    <TextInput
      label={t(`publish.address.${kind}`)}
      description={t(`publish.addressHint.${kind}`)}
      readOnly
      value={url}
      rightSection={<CopyButton value={url} label={t('publish.copyAddress')} />}
      onFocus={(event) => event.currentTarget.select()}
    />
  );
}

function Snippet({ text, label }: { text: string; label: string }) {
  return (
    <div className={styles.snippet}>
      <Code block tabIndex={0} role="region" aria-label={label}>
        {text}
      </Code>
      <span className={styles.copy}>
        <CopyButton value={text} label={t('publish.copySnippet', { program: label })} />
      </span>
    </div>
  );
}

function Changes({ publication, versions }: PublicationDetailsProps) {
  const [isEnding, setIsEnding] = useState(false);
  const follow = useFollow(publication);
  const end = useUnpublish(publication.dataset);
  const { layer } = publication;
  return (
    <Group align="flex-end" justify="space-between" gap="md">
      {publication.target === 'tile-server' ? (
        <NativeSelect
          label={t('publish.shows')}
          value={publication.version_id ?? ''}
          disabled={follow.isPending}
          data={[
            { value: '', label: t('publish.latest') },
            ...versions.map(({ id, version }) => ({
              value: String(id),
              label: t('publish.versionOnly', { version }),
            })),
          ]}
          onChange={(event) => {
            const { value } = event.currentTarget;
            follow.mutate(value === '' ? null : Number(value));
          }}
        />
      ) : null}
      <Button
        variant="default"
        color="red"
        leftSection={<IconWorldOff size={16} aria-hidden />}
        onClick={() => setIsEnding(true)}
      >
        {t('publish.end')}
      </Button>
      <ConfirmDanger
        opened={isEnding}
        title={t('publish.endTitle', { layer })}
        action={t('publish.end')}
        busy={end.isPending}
        onConfirm={() => end.mutate(publication)}
        onClose={() => setIsEnding(false)}
      >
        {t('publish.endText')}
      </ConfirmDanger>
    </Group>
  );
}
