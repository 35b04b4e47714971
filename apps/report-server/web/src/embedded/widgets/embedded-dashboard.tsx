import { t } from '@cairn/ui';
import type { ReportServerSchemas } from '@cairn/contracts/client';
import { useEffect, useMemo, useState } from 'react';
import type { ParameterValue } from '../../../sdk/protocol.ts';
import { WidgetGrid } from '../../dashboards/grid/widget-grid.tsx';
import { FilterControl } from '../../dashboards/show/filter-control.tsx';
import { ParameterControl } from '../../dashboards/show/parameter-control.tsx';
import { anyTexts } from '../../dashboards/show/use-report-parameter.ts';
import { contentOf, titleOf } from '../../dashboards/show/widget-content.ts';
import { changePick, type DashboardState, type Pick } from '../../dashboards/state/dashboard-state.ts';
import { filtersOfWidget, linkedColumns, valueOf } from '../../dashboards/state/widget-filters.ts';
import { parameterValue } from '../../dashboards/state/widget-parameters.ts';
import type { DashboardItem } from '../../dashboards/types.ts';
import { Widget } from '../../dashboards/widget/widget.tsx';
import { DataLoaderContext, type DataLoader } from '../../explorer/data-loader.ts';
import classes from '../embedded.module.css';
import type { Embedding } from '../use-embedding.ts';
import { EmbeddedExport } from './embedded-export.tsx';

type Content = ReportServerSchemas['EmbeddedContent'];

interface Props {
  content: Content;
  embedding: Embedding;
  loaders: (widget: string) => DataLoader;
}

/** A dashboard whose filters are the parameters of the page. Widgets filter each other where the token allows `drill`. */
export function EmbeddedDashboard({ content, embedding, loaders }: Props) {
  const { parameters, viewer, session, host, report } = embedding;
  const [picks, setPicks] = useState<Pick[]>([]);
  const [widgets, setWidgets] = useState<DashboardState['widgets']>({});
  const { filters } = content;
  const own = Object.entries(content.parameters);
  const canPick = session?.actions.includes('drill') ?? false;
  const shown = { values: parameters, picks };
  useEffect(
    () => host.listenToExports(({ id }) => report(new Error(t('embedded.exportParts')), id)),
    [host, report],
  );
  const hasFilters =
    filters.length + own.length > 0 && viewer.parameters !== false && viewer.toolbar !== false;
  return (
    <>
      {hasFilters && (
        <div className={classes.filters} role="group" aria-label={t('dashboard.filters')}>
          {filters.map((filter) => (
            <DataLoaderContext key={filter.name} value={loaders(widgetOf(content, filter.widgets))}>
              <FilterControl
                dashboard={content}
                filter={filter}
                value={valueOf(filter, parameters)}
                onChange={(value) => embedding.changeParameters({ [filter.name]: value as ParameterValue })}
              />
            </DataLoaderContext>
          ))}
          {own.map(([name, parameter]) => (
            <ParameterControl
              key={name}
              {...{ name, parameter }}
              described={anyTexts(name)}
              value={parameterValue(name, parameter, parameters)}
              onChange={(value) => embedding.changeParameters({ [name]: value as ParameterValue })}
            />
          ))}
        </div>
      )}
      <WidgetGrid layout={content.layout}>
        {(item) => (
          <ShownWidget
            {...{ content, item, shown, embedding }}
            loader={loaders(item.id)}
            state={widgets[item.id]}
            onStateChange={(state) => setWidgets((last) => ({ ...last, [item.id]: state }))}
            {...(canPick ? { onPick: (pick: Pick) => setPicks((last) => changePick(last, pick)) } : {})}
          />
        )}
      </WidgetGrid>
    </>
  );
}

interface ShownProps {
  content: Content;
  item: DashboardItem;
  embedding: Embedding;
  shown: globalThis.Pick<DashboardState, 'values' | 'picks'>;
  loader: DataLoader;
  state: DashboardState['widgets'][string] | undefined;
  onStateChange: (state: DashboardState['widgets'][string]) => void;
  onPick?: (pick: Pick) => void;
}

function ShownWidget({ content, item, embedding, shown, loader, state, onStateChange, onPick }: ShownProps) {
  const { trees } = filtersOfWidget(content, item.id, shown);
  const linked = useMemo(() => linkedColumns(content, item.id), [content, item.id]);
  const isRefused = content.refused.includes(item.id);
  const title = titleOf(content, item);
  return (
    <Widget
      title={title}
      actions={<EmbeddedExport title={title} embedding={embedding} />}
      content={isRefused ? { text: t('embedded.widgetRefused') } : contentOf(content, item)}
      loader={loader}
      filters={trees}
      linked={linked}
      state={state}
      onStateChange={onStateChange}
      onPick={
        onPick &&
        ((clauses, row) =>
          onPick({ widget: item.id, clauses, ...(row === undefined || row === '' ? {} : { row }) }))
      }
    />
  );
}

/** The first widget that has a column of the filter, and shows something. */
function widgetOf({ views }: Content, widgets: Record<string, string>): string {
  return Object.keys(widgets).find((id) => views[id]) ?? '';
}
