import { Button, Group, SegmentedControl } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { lazy, Suspense, useRef } from 'react';
import { Page, t, useLatched, useUnsavedGuard, useUrlState } from '@cairn/ui';
import { hrefOf, LIBRARY_ROUTE } from '../library/addresses.ts';
import type { Report, TemplateFinding } from '../library/types.ts';
import { BuilderProvider, useBuilderState } from './builder-context.tsx';
import { BuilderTools } from './builder-tools.tsx';
import { Canvas } from './canvas/canvas.tsx';
import { FindingBar } from './finding-bar.tsx';
import type { HandedTemplate } from './handed-template.ts';
import { selectionOfFinding } from './model/selection.ts';
import { PreviewPane } from './preview/preview-pane.tsx';
import { Properties } from './properties/properties.tsx';
import { SaveDialog } from './save/save-dialog.tsx';
import { StaleDialog } from './save/stale-dialog.tsx';
import { useSave } from './save/use-save.ts';
import { SourcePanel } from './sources/source-panel.tsx';
import { useBuilderKeys } from './use-builder-keys.ts';
import styles from './builder.module.css';

const VersionsPanel = lazy(() =>
  import('./versions/versions-panel.tsx').then((module) => ({ default: module.VersionsPanel })),
);

const VIEWS = ['both', 'design', 'preview'] as const;
type View = (typeof VIEWS)[number];

interface Props {
  start: HandedTemplate;
  /** Null for a report that was never saved. */
  report: Report | null;
}

/** The builder: what a report is made of, its bands, its properties and its pages. */
export function BuilderView({ start, report: opened }: Props) {
  const builder = useBuilderState({
    template: start.template,
    datasource: start.datasource,
    ...(start.finding && { selection: selectionOfFinding(start.template, start.finding) }),
  });
  const { template, datasource, edit, select } = builder;
  const saving = useSave(builder, opened);
  const { report, findings, isUnsaved } = saving;
  const [viewText, setView] = useUrlState('view', 'both');
  const view: View = VIEWS.find((each) => each === viewText) ?? 'both';
  const [panel, setPanel] = useUrlState('panel');
  const properties = useRef<HTMLElement>(null);
  const guard = useUnsavedGuard(isUnsaved, 'page');
  const wereVersions = useLatched(panel === 'versions');
  useBuilderKeys(builder, () => void saving.save());
  const known = findings ?? start.findings;
  const open = (finding: TemplateFinding) => {
    if (view === 'preview') setView('both');
    select(selectionOfFinding(template, finding));
  };
  // The first field, not the button that deletes above it.
  const focusProperties = () => {
    const find = (fields: string) => properties.current?.querySelector<HTMLElement>(fields);
    (find('textarea, .cm-content, input') ?? find('summary, button'))?.focus();
  };
  return (
    <BuilderProvider builder={builder}>
      <Page
        title={template.title || t('newReport.untitled')}
        width="full"
        fill
        crumbs={[{ label: t('library.title'), href: hrefOf(LIBRARY_ROUTE) }]}
        mark={<SavedMark isUnsaved={isUnsaved()} version={report?.version} />}
        action={
          <Group gap={8}>
            <SegmentedControl
              size="xs"
              aria-label={t('builder.view')}
              value={view}
              onChange={setView}
              data={VIEWS.map((value) => ({ value, label: t(`builder.views.${value}`) }))}
            />
            <Button
              leftSection={<IconDeviceFloppy size={16} aria-hidden />}
              loading={saving.isSaving}
              disabled={!isUnsaved()}
              onClick={() => void saving.save()}
            >
              {t('save.save')}
            </Button>
          </Group>
        }
      >
        <BuilderTools report={report} onVersions={() => setPanel('versions')} />
        <FindingBar findings={known} onOpen={open} />
        <div className={styles.layout} data-view={view}>
          {view === 'design' ? (
            <aside className={styles.side} aria-label={t('sources.title')}>
              <SourcePanel />
            </aside>
          ) : null}
          {view === 'preview' ? null : <Canvas findings={known} focusProperties={focusProperties} />}
          {view === 'design' ? null : (
            <PreviewPane template={template} datasource={datasource} onOpen={open} />
          )}
          {view === 'preview' ? null : (
            <aside className={styles.side} ref={properties} aria-label={t('properties.panel')}>
              <Properties />
            </aside>
          )}
        </div>
        <SaveDialog
          opened={saving.isNaming}
          template={template}
          datasource={datasource}
          onClose={saving.closeNaming}
          onSaved={saving.created}
          onFailed={saving.failed}
        />
        <StaleDialog
          current={saving.stale}
          mine={template}
          onClose={saving.closeStale}
          onKeepMine={saving.keepMine}
          onTakeTheirs={saving.takeTheirs}
        />
        <Suspense>
          {wereVersions && report ? (
            <VersionsPanel
              report={report}
              opened={panel === 'versions'}
              template={template}
              onClose={() => setPanel('')}
              onRestore={(old) => {
                edit(() => old, { select: { kind: 'report' } });
                setPanel('');
              }}
            />
          ) : null}
        </Suspense>
        {guard}
      </Page>
    </BuilderProvider>
  );
}

function SavedMark({ isUnsaved, version }: { isUnsaved: boolean; version: number | undefined }) {
  return (
    <span className={styles.mark} role="status">
      {isUnsaved ? t('builder.unsaved') : t('versions.number', { number: version ?? 1 })}
    </span>
  );
}
