import { useId, useRef } from 'react';
import { Button, Stack, Textarea, TextInput, VisuallyHidden } from '@mantine/core';
import { IconAdjustments, IconDeviceFloppy, IconFilter, IconVariable } from '@tabler/icons-react';
import { EmptyState, notifyError, SidePanel, t, unwrap, useUnsavedGuard, useUrlState } from '@cairn/ui';
import { reportServer } from '../../client.ts';
import { UndoButtons } from '../../explorer/filter/undo-buttons.tsx';
import { WidgetGrid } from '../grid/widget-grid.tsx';
import { titleOf } from '../show/widget-content.ts';
import type { Dashboard } from '../types.ts';
import { AddWidget } from './add-widget.tsx';
import { EditedWidget } from './edited-widget.tsx';
import { FiltersForm } from './filters-form.tsx';
import { addReport, addText, addView, dropItem } from './items.ts';
import { ParametersForm } from './parameters-form.tsx';
import { StaleDashboard } from './stale-dashboard.tsx';
import { useArrange } from './use-arrange.ts';
import { useDraft, type Draft } from './use-draft.ts';
import { useSaveDashboard } from './use-save-dashboard.ts';
import { WidgetForm } from './widget-form.tsx';
import styles from './edit.module.css';

interface DashboardEditorProps {
  dashboard: Dashboard;
  onClose: () => void;
}

/** A dashboard while it is edited: widgets are added, arranged and removed, and saved together. */
export function DashboardEditor({ dashboard, onClose }: DashboardEditorProps) {
  const draft = useDraft(dashboard);
  const { content, change } = draft;
  const grid = useRef<HTMLDivElement>(null);
  const arrange = useArrange(draft, grid);
  const [panel, setPanel] = useUrlState('panel');
  const hintId = useId();
  // Not state: leaving right after saving asks no question.
  const isDone = useRef(false);
  const leave = () => {
    isDone.current = true;
    onClose();
  };
  const saving = useSaveDashboard(dashboard, leave);
  const guard = useUnsavedGuard(() => !isDone.current && draft.canUndo, 'page');
  const addReportWidget = async ({ key, title }: { key: string; title: string }) => {
    const params = { path: { key } };
    try {
      const { map } = await unwrap(reportServer.GET('/api/v1/reports/{key}/config', { params }));
      change((now) => addReport(now, { key, title, hasMap: map }));
    } catch (error) {
      notifyError(error);
    }
  };
  const hasReports =
    Object.keys(content.parameters).length > 0 ||
    Object.values(content.views).some((view) => view?.source.report);
  return (
    <>
      <div className={styles.bar}>
        <AddWidget
          onView={(view) => change((now) => addView(now, view))}
          onReport={(report) => void addReportWidget(report)}
          onText={() => change((now) => addText(now, t('dashboard.text')))}
        />
        <Button
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          onClick={() => setPanel('filters')}
        >
          {t('edit.filters')}
        </Button>
        {hasReports ? (
          <Button
            variant="default"
            leftSection={<IconVariable size={16} aria-hidden />}
            onClick={() => setPanel('parameters')}
          >
            {t('edit.parameters')}
          </Button>
        ) : null}
        <Button
          variant="default"
          leftSection={<IconAdjustments size={16} aria-hidden />}
          onClick={() => setPanel('details')}
        >
          {t('edit.details')}
        </Button>
        <UndoButtons history={draft} />
        <div className={styles.end}>
          <Button variant="default" onClick={leave}>
            {t(draft.canUndo ? 'edit.discard' : 'edit.close')}
          </Button>
          <Button
            leftSection={<IconDeviceFloppy size={16} aria-hidden />}
            loading={saving.isSaving}
            disabled={!draft.canUndo}
            onClick={() => void saving.save(content)}
          >
            {t('edit.save')}
          </Button>
        </div>
      </div>
      <VisuallyHidden id={hintId}>{t('arrange.hint')}</VisuallyHidden>
      <VisuallyHidden role="status" aria-live="polite" data-testid="arranged">
        {arrange.words}
      </VisuallyHidden>
      {content.layout.length === 0 ? (
        <EmptyState boxed title={t('edit.empty')} text={t('edit.emptyText')} />
      ) : (
        <WidgetGrid ref={grid} layout={arrange.layout} movingId={arrange.movingId}>
          {(item) => (
            <EditedWidget
              content={content}
              item={item}
              arrange={arrange}
              hintId={hintId}
              onEdit={() => setPanel(`widget:${item.id}`)}
              onRemove={() => change((now) => dropItem(now, item.id))}
            />
          )}
        </WidgetGrid>
      )}
      <Panels draft={draft} panel={panel} onClose={() => setPanel('')} />
      <StaleDashboard
        current={saving.stale}
        mine={content}
        onKeepMine={() => void saving.save(content, saving.stale?.revision)}
        onTakeTheirs={() => saving.stale && saving.finish(saving.stale)}
        onClose={saving.closeStale}
      />
      {guard}
    </>
  );
}

interface PanelsProps {
  draft: Draft;
  panel: string;
  onClose: () => void;
}

function Panels({ draft, panel, onClose }: PanelsProps) {
  const { content, change } = draft;
  const item = content.layout.find(({ id }) => panel === `widget:${id}`);
  return (
    <>
      <SidePanel
        opened={item !== undefined}
        title={item ? t('edit.widgetNamed', { title: titleOf(content, item) }) : ''}
        onClose={onClose}
      >
        {item ? <WidgetForm key={item.id} draft={draft} item={item} /> : null}
      </SidePanel>
      <SidePanel opened={panel === 'filters'} title={t('edit.filters')} onClose={onClose}>
        <FiltersForm draft={draft} />
      </SidePanel>
      <SidePanel opened={panel === 'parameters'} title={t('edit.parameters')} onClose={onClose}>
        <ParametersForm draft={draft} />
      </SidePanel>
      <SidePanel opened={panel === 'details'} title={t('edit.details')} onClose={onClose}>
        <Stack gap="md">
          <TextInput
            data-autofocus
            withAsterisk
            label={t('dashboards.name')}
            maxLength={200}
            value={content.title}
            error={content.title.trim() === '' ? t('dashboards.titleMissing') : null}
            onChange={({ currentTarget: { value: title } }) => change(() => ({ title }), 'title')}
          />
          <Textarea
            label={t('dashboards.description')}
            maxLength={2000}
            autosize
            minRows={3}
            value={content.description}
            onChange={({ currentTarget: { value: description } }) =>
              change(() => ({ description }), 'description')
            }
          />
        </Stack>
      </SidePanel>
    </>
  );
}
