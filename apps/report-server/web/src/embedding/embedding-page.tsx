import { useState } from 'react';
import { SegmentedControl } from '@mantine/core';
import { Page, Panel, t, useUrlState } from '@cairn/ui';
import { Playground } from './playground.tsx';
import { MadeToken } from './made-token.tsx';
import { TokenTable } from './token-table.tsx';
import type { Made } from './types.ts';

/** Content for other sites: a token to try, the code to copy, and the tokens that there are. */
export function EmbeddingPage() {
  const [part, setPart] = useUrlState('show', 'try');
  const [made, setMade] = useState<Made | null>(null);
  return (
    <Page
      title={t('embedding.title')}
      lead={t('embedding.lead')}
      action={
        <SegmentedControl
          aria-label={t('embedding.show')}
          data={['try', 'tokens'].map((value) => ({ value, label: t(`embedding.parts.${value}`) }))}
          value={part}
          onChange={setPart}
        />
      }
    >
      {part === 'tokens' ? (
        <TokenTable />
      ) : (
        <>
          <Panel title={t('embedding.choose')} lead={t('embedding.chooseLead')}>
            <Playground onMade={setMade} />
          </Panel>
          {made ? <MadeToken key={made.token.token_id} made={made} /> : null}
        </>
      )}
    </Page>
  );
}
