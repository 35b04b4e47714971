import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconMaximize, IconPrinter, IconRefresh } from '@tabler/icons-react';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { notifyError, t } from '@cairn/ui';
import { UndoButtons } from '../../explorer/filter/undo-buttons.tsx';
import { isEmpty, valueOf } from '../state/widget-filters.ts';
import type { Dashboard } from '../types.ts';
import { parameterValue } from '../state/widget-parameters.ts';
import { FilterControl } from './filter-control.tsx';
import { ParameterControl } from './parameter-control.tsx';
import { PickChip } from './pick-chip.tsx';
import type { DashboardView } from './use-dashboard-state.ts';
import { useReportParameter } from './use-report-parameter.ts';
import styles from './show.module.css';

interface DashboardBarProps {
  dashboard: Dashboard;
  view: DashboardView;
}

/** The filters of a dashboard, what was picked in its widgets, and what can be done with all of them. */
export function DashboardBar({ dashboard, view }: DashboardBarProps) {
  const { state, history } = view;
  const queries = useQueryClient();
  const isBusy = useIsFetching({ queryKey: ['data'] }) > 0;
  const parameters = Object.entries(dashboard.parameters);
  const isFiltered =
    state.picks.length > 0 ||
    parameters.some(([name, parameter]) => !isEmpty(parameterValue(name, parameter, state.values))) ||
    dashboard.filters.some((filter) => !isEmpty(valueOf(filter, state.values)));
  return (
    <section className={styles.bar} aria-label={t('dashboard.filters')}>
      <div className={styles.filters} data-chips>
        {dashboard.filters.map((filter) => (
          <FilterControl
            key={filter.name}
            dashboard={dashboard}
            filter={filter}
            value={valueOf(filter, state.values)}
            onChange={(value) => view.setValue(filter.name, value)}
          />
        ))}
        {parameters.map(([name, parameter]) => (
          <BarParameter key={name} {...{ dashboard, name, parameter, view }} />
        ))}
        {state.picks.map((pick) => (
          <PickChip
            key={pick.widget}
            dashboard={dashboard}
            pick={pick}
            onRemove={() => view.pick({ widget: pick.widget, clauses: [] })}
          />
        ))}
        {isFiltered ? (
          <Button size="xs" variant="subtle" color="gray" onClick={view.clear}>
            {t('dashboard.clear')}
          </Button>
        ) : dashboard.filters.length + parameters.length === 0 ? (
          <span className={styles.hint}>{t('dashboard.pickHint')}</span>
        ) : null}
      </div>
      <div className={styles.tools}>
        <UndoButtons history={history} />
        <Tool
          label={t('dashboard.refresh')}
          loading={isBusy}
          onClick={() => void queries.invalidateQueries({ queryKey: ['data'] })}
        >
          <IconRefresh size={16} aria-hidden />
        </Tool>
        <Tool label={t('dashboard.fullScreen')} onClick={() => void toggleFullScreen().catch(notifyError)}>
          <IconMaximize size={16} aria-hidden />
        </Tool>
        <Tool label={t('dashboard.print')} onClick={() => window.print()}>
          <IconPrinter size={16} aria-hidden />
        </Tool>
      </div>
    </section>
  );
}

/** The whole document: menus and hints are at its end, outside of the dashboard. The shell hides itself. */
function toggleFullScreen(): Promise<void> {
  return document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen();
}

interface BarParameterProps {
  dashboard: Dashboard;
  name: string;
  parameter: Dashboard['parameters'][string];
  view: DashboardView;
}

function BarParameter({ dashboard, name, parameter, view }: BarParameterProps) {
  return (
    <ParameterControl
      {...{ name, parameter }}
      described={useReportParameter(dashboard, name, parameter)}
      value={parameterValue(name, parameter, view.state.values)}
      onChange={(value) => view.setValue(name, value)}
    />
  );
}

interface ToolProps {
  label: string;
  loading?: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

function Tool({ label, loading = false, onClick, children }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon size={30} variant="default" aria-label={label} loading={loading} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
