import { Code, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { basePath, CopyButton, CopyOnce, EmptyState, formatExact, LoadingRows, Panel, t } from '@cairn/ui';
import { backEndSnippet, pageSnippet } from './snippets.ts';
import type { Made } from './types.ts';
import styles from './embedding.module.css';

/** A new token: the code for page and back end, and what visitors see. */
export function MadeToken({ made: { input, token } }: { made: Made }) {
  const server = `${window.location.origin}${basePath()}`;
  return (
    <div className={styles.parts}>
      <div>
        <CopyOnce
          value={token.token}
          title={t('embedding.made', { time: formatExact(new Date(token.expires_at)) })}
        />
      </div>
      <Panel title={t('embedding.code')} lead={t('embedding.codeLead')}>
        <Tabs defaultValue="page">
          <Tabs.List>
            <Tabs.Tab value="page">{t('embedding.codeOf.page')}</Tabs.Tab>
            <Tabs.Tab value="server">{t('embedding.codeOf.server')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="page">
            <Snippet text={pageSnippet(token, server)} label={t('embedding.codeOf.page')} />
          </Tabs.Panel>
          <Tabs.Panel value="server">
            <Snippet text={backEndSnippet(input, server)} label={t('embedding.codeOf.server')} />
          </Tabs.Panel>
        </Tabs>
      </Panel>
      <Panel title={t('embedding.preview')} lead={t('embedding.previewLead')}>
        <Preview address={token.url} origins={input.origins ?? []} />
      </Panel>
    </div>
  );
}

function Snippet({ text, label }: { text: string; label: string }) {
  return (
    <div className={styles.snippet}>
      <Code block tabIndex={0} aria-label={label}>
        {text}
      </Code>
      <span className={styles.copy}>
        <CopyButton value={text} label={t('embedding.copy')} />
      </span>
    </div>
  );
}

/** The page that visitors get, in a frame as on their site. */
function Preview({ address, origins }: { address: string; origins: readonly string[] }) {
  const own = window.location.origin;
  const isShownHere = origins.length === 0 || origins.includes(own);
  const answer = useQuery({
    queryKey: ['embedded', address],
    queryFn: async ({ signal }) => (await fetch(address, { credentials: 'omit', signal })).status,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    enabled: isShownHere,
  });
  // The browser would leave the frame empty, and say why to developers alone.
  if (!isShownHere)
    return (
      <EmptyState
        title={t('embedding.noPreview')}
        text={t('embedding.elsewhere', { origins: origins.join(', '), own })}
      />
    );
  if (answer.isPending) return <LoadingRows rows={4} />;
  if (answer.data !== 200)
    return <EmptyState title={t('embedding.noPreview')} text={t('embedding.noPreviewText')} />;
  return <iframe className={styles.frame} src={address} title={t('embedding.preview')} />;
}
