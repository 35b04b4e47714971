import { Button } from '@mantine/core';
import { t } from '@cairn/ui';
import { PaneFrame } from '../layout/pane-frame.tsx';
import { useExplorer } from '../state/explorer-context.tsx';
import { ColumnChoice } from './column-choice.tsx';
import { TableContent } from './table-content.tsx';
import { useTablePage } from './use-table-page.ts';

/** The filtered rows, page by page from the server. */
export function TablePane() {
  const { setFilter } = useExplorer();
  const page = useTablePage();
  return (
    <PaneFrame title={t('table.title')} busy={page.answer.isFetching} tools={<ColumnChoice />}>
      <TableContent
        page={page}
        pick="map"
        noMatchAction={
          <Button variant="default" onClick={() => setFilter([])}>
            {t('filter.clear')}
          </Button>
        }
      />
    </PaneFrame>
  );
}
