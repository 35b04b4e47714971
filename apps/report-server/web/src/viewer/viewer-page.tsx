import { CopyButton, Loaded, Page, RunPanel, t, useApi, useMe } from '@cairn/ui';
import { Group, SegmentedControl } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { reportServer } from '../client.ts';
import { hrefOf, LIBRARY_ROUTE } from '../library/addresses.ts';
import { DownloadMenu } from './download-menu.tsx';
import { EditLink } from './edit-link.tsx';
import { ParameterForm } from './parameter-form.tsx';
import { initialValues, missingParameters, toSearch } from './parameter-values.ts';
import { rememberedValues, rememberValues } from './remembered-values.ts';
import { RunProgress } from './run-progress.tsx';
import { RunResult } from './run-result.tsx';
import { VIEW_FORMATS, type ParameterValues, type ReportConfig, type ViewFormat } from './types.ts';
import { useRun } from './use-run.ts';
import classes from './viewer.module.css';

const FORMAT_FIELD = '_repFormat';

/** One report: its parameters, a run of it, and its documents. The address holds the parameters. */
export function ViewerPage() {
  const { key = '' } = useParams();
  const config = useApi(['report-config', key], (signal) =>
    reportServer.GET('/api/v1/reports/{key}/config', { params: { path: { key } }, signal }),
  );
  const me = useMe();
  const username = me.data?.user?.username ?? '';
  return (
    <Loaded query={config}>
      {(data) => (me.isPending ? null : <Viewer key={data.name} config={data} username={username} />)}
    </Loaded>
  );
}

function Viewer({ config, username }: { config: ReportConfig; username: string }) {
  const [address, setAddress] = useSearchParams();
  const [values, setValues] = useState<ParameterValues>(() =>
    initialValues(config, address.size > 0 ? address : rememberedValues(config, username)),
  );
  const format = VIEW_FORMATS.find((each) => each === address.get(FORMAT_FIELD)) ?? 'pdf';
  const { state, run, cancel } = useRun(config.name);
  const hasForm = config.parameters.some(({ hidden }) => !hidden);
  const isMissing = missingParameters(values, config.parameters).length > 0;
  const isFirst = useRef(true);

  function start(as: ViewFormat = format): void {
    rememberValues(config.name, username, values);
    setAddress(searchOf(values, as), { replace: true, preventScrollReset: true });
    void run(values, as);
  }

  // A link with all that is needed shows what its sender saw.
  useEffect(() => {
    if (!isFirst.current) return;
    isFirst.current = false;
    if (!isMissing && (!hasForm || address.size > 0)) start();
  });

  return (
    <Page
      title={config.title}
      lead={config.description}
      width="full"
      crumbs={[{ label: t('library.title'), href: hrefOf(LIBRARY_ROUTE) }]}
      action={
        <Group gap={8}>
          <CopyButton
            label={t('viewer.copyLink')}
            value={`${location.origin}${location.pathname}?${searchOf(values, format)}`}
          />
          <SegmentedControl
            aria-label={t('viewer.show')}
            data={VIEW_FORMATS.map((value) => ({ value, label: t(`viewer.shown.${value}`) }))}
            value={format}
            disabled={isMissing}
            onChange={(value) => start(value as ViewFormat)}
          />
          <EditLink report={config.name} />
          <DownloadMenu config={config} values={values} disabled={isMissing} />
        </Group>
      }
    >
      <div className={classes.layout} data-plain={!hasForm || undefined}>
        {hasForm && (
          <ParameterForm
            config={config}
            values={values}
            isRunning={state.phase === 'running'}
            onChange={setValues}
            onRun={() => start()}
          />
        )}
        <RunPanel
          run={state}
          progress={
            state.phase === 'running' ? <RunProgress progress={state.progress} stage={state.stage} /> : null
          }
          onRun={() => start()}
          onCancel={cancel}
        >
          {state.phase === 'done' ? <RunResult execution={state.execution} title={config.title} /> : null}
        </RunPanel>
      </div>
    </Page>
  );
}

function searchOf(values: ParameterValues, format: ViewFormat): URLSearchParams {
  const search = toSearch(values);
  if (format !== 'pdf') search.set(FORMAT_FIELD, format);
  return search;
}
