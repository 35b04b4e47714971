import { useMemo } from 'react';
import { EmptyState, t } from '@cairn/ui';
import { useExport } from '../../explorer/export/use-export.ts';
import { WidgetGrid } from '../grid/widget-grid.tsx';
import { filtersOfWidget, linkedColumns } from '../state/widget-filters.ts';
import { parametersOfWidget } from '../state/widget-parameters.ts';
import type { Dashboard, DashboardItem } from '../types.ts';
import { loaderOf, type ReportValues } from '../widget/report-loader.ts';
import { WidgetExport } from '../widget/widget-export.tsx';
import { Widget } from '../widget/widget.tsx';
import { DashboardBar } from './dashboard-bar.tsx';
import type { DashboardView as View } from './use-dashboard-state.ts';
import { contentOf, titleOf } from './widget-content.ts';

interface DashboardViewProps {
  dashboard: Dashboard;
  view: View;
}

/** A dashboard as people use it: filters above, and widgets that filter each other. */
export function DashboardView({ dashboard, view }: DashboardViewProps) {
  const { layout } = dashboard;
  if (layout.length === 0)
    return <EmptyState boxed title={t('dashboard.empty')} text={t('dashboard.emptyText')} />;
  return (
    <>
      <DashboardBar dashboard={dashboard} view={view} />
      <WidgetGrid layout={layout}>
        {(item) => <ShownWidget dashboard={dashboard} item={item} view={view} />}
      </WidgetGrid>
    </>
  );
}

function ShownWidget({ dashboard, item, view }: DashboardViewProps & { item: DashboardItem }) {
  const { trees, unmapped, ignored } = filtersOfWidget(dashboard, item.id, view.state);
  const values = JSON.stringify(parametersOfWidget(dashboard, item.id, view.state.values));
  const shown = dashboard.views[item.id];
  const loader = useMemo(() => loaderOf(shown, JSON.parse(values) as ReportValues), [shown, values]);
  const linked = useMemo(() => linkedColumns(dashboard, item.id), [dashboard, item.id]);
  const own = view.state.widgets[item.id];
  const row = view.state.picks.find(({ widget }) => widget === item.id)?.row;
  const state = useMemo(() => ({ ...own, ...(row ? { row } : {}) }), [own, row]);
  return (
    <Widget
      title={titleOf(dashboard, item)}
      content={contentOf(dashboard, item)}
      actions={<OwnExport title={titleOf(dashboard, item)} />}
      loader={loader}
      filters={trees}
      linked={linked}
      note={noteOf(dashboard, unmapped, ignored)}
      state={state}
      onStateChange={(next) => view.setWidget(item.id, next)}
      onPick={(clauses, picked) =>
        view.pick({ widget: item.id, clauses, ...(picked ? { row: picked } : {}) })
      }
    />
  );
}

function OwnExport({ title }: { title: string }) {
  return <WidgetExport title={title} {...useExport()} />;
}

/** Says which of the set filters leave a widget as it is. */
function noteOf(dashboard: Dashboard, unmapped: string[], ignored: string[]): string | undefined {
  const titles = ignored.map((id) => {
    const item = dashboard.layout.find((each) => each.id === id);
    return item ? titleOf(dashboard, item) : id;
  });
  const names = [...unmapped, ...titles];
  return names.length > 0 ? t('dashboard.notFiltered', { list: names.join(', ') }) : undefined;
}
