import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { CopyButton, Loaded, Page, RunPanel, t, useMe } from '@cairn/ui';
import { CATALOG_ROUTE, hrefOf, viewRoute } from '../addresses.ts';
import type { ReportConfig } from '../client.ts';
import { ChosenReport } from '../report/chosen-report.tsx';
import { useDefinition } from '../report/use-definition.ts';
import { DownloadMenu } from './download-menu.tsx';
import { ParameterForm } from './parameter-form.tsx';
import { initialValues, missingParameters, parentValues, toSearch } from './parameter-values.ts';
import { PrintButton } from './print-button.tsx';
import { rememberedValues, rememberValues } from './remembered-values.ts';
import { RunDocument } from './run-document.tsx';
import { runFields } from './run-fields.ts';
import { RunProgress } from './run-progress.tsx';
import { useConfig } from './use-config.ts';
import { useRun } from './use-run.ts';
import classes from './runner.module.css';

/** Running a report: its parameters, its document, its downloads. The address has the report and the parameters. */
export function RunnerPage() {
  return <ChosenReport>{(key) => <ReportLoader key={key} report={key} />}</ChosenReport>;
}

/** Loads the report with the options for what is remembered or in the address. */
function ReportLoader({ report }: { report: string }) {
  const config = useConfig(report, new URLSearchParams());
  const me = useMe();
  return (
    <Loaded query={config}>
      {(data) => (me.isPending ? null : <Runner config={data} username={me.data?.user?.username ?? ''} />)}
    </Loaded>
  );
}

function Runner({ config: loaded, username }: { config: ReportConfig; username: string }) {
  const [address, setAddress] = useSearchParams();
  const [values, setValues] = useState(() => {
    const given = new URLSearchParams(address);
    given.delete('report');
    return initialValues(loaded.parameters, given.size > 0 ? given : rememberedValues(loaded, username));
  });
  const parents = parentValues(loaded.parameters, values);
  const query = useConfig(loaded.name, parents);
  const config = query.data ?? loaded;
  const { state, run, cancel } = useRun();
  const formats = useDefinition(config.name).data?.formats ?? [];
  const frame = useRef<HTMLIFrameElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const isFirst = useRef(true);
  const hasForm = config.parameters.some(({ hidden }) => !hidden);
  const isMissing = missingParameters(config.parameters, values).length > 0;

  function start(): void {
    rememberValues(config.name, username, values);
    setAddress(searchOf(config, values), { replace: true, preventScrollReset: true });
    void run(runFields(config, { values, format: 'html' }));
  }

  // A link with all that is needed shows what its sender saw.
  useEffect(() => {
    if (!isFirst.current) return;
    isFirst.current = false;
    if (!isMissing && (!hasForm || address.size > 1)) start();
  });
  const submit = () => (hasForm ? form.current?.requestSubmit() : start());
  useHotkeys([['mod+Enter', submit]], []);

  return (
    <Page
      title={config.title}
      lead={config.description}
      width="full"
      crumbs={[{ label: t('report.reports'), href: hrefOf(CATALOG_ROUTE) }]}
      action={
        <>
          <CopyButton
            label={t('runner.copyLink')}
            value={`${location.origin}${location.pathname}?${searchOf(config, values)}`}
          />
          <Button
            component={Link}
            to={viewRoute(config.name)}
            variant="default"
            leftSection={<IconInfoCircle size={16} aria-hidden />}
          >
            {t('runner.details')}
          </Button>
          <PrintButton frame={frame} disabled={state.phase !== 'done'} />
          <DownloadMenu config={config} formats={formats} values={values} disabled={isMissing} />
        </>
      }
    >
      <div className={classes.layout} data-plain={!hasForm || undefined}>
        {hasForm ? (
          <ParameterForm
            ref={form}
            config={config}
            values={values}
            isRunning={state.phase === 'running'}
            isLoadingOptions={query.isPlaceholderData}
            optionsError={query.error}
            onChange={setValues}
            onRun={start}
          />
        ) : null}
        <RunPanel
          run={state}
          progress={state.phase === 'running' ? <RunProgress bytes={state.bytes} /> : null}
          startsHere={!hasForm}
          onRun={submit}
          onCancel={cancel}
        >
          {state.phase === 'done' ? (
            <RunDocument frame={frame} title={config.title} html={state.html} seconds={state.seconds} />
          ) : null}
        </RunPanel>
      </div>
    </Page>
  );
}

function searchOf({ name }: ReportConfig, values: Parameters<typeof toSearch>[0]): URLSearchParams {
  return new URLSearchParams([['report', name], ...toSearch(values)]);
}
