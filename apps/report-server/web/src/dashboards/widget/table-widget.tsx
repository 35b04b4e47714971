import { TableContent } from '../../explorer/table/table-content.tsx';
import { useTablePage } from '../../explorer/table/use-table-page.ts';
import { useWidget } from './widget-context.ts';

export function TableWidget() {
  const { canPick } = useWidget();
  return <TableContent page={useTablePage()} pick={canPick ? 'others' : 'none'} />;
}
