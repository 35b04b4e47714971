import { useMemo } from 'react';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowsMove, IconPencil, IconTrash } from '@tabler/icons-react';
import { t } from '@cairn/ui';
import { contentOf, titleOf } from '../show/widget-content.ts';
import type { DashboardContent, DashboardItem } from '../types.ts';
import { parametersOfWidget } from '../state/widget-parameters.ts';
import { loaderOf, type ReportValues } from '../widget/report-loader.ts';
import { Widget } from '../widget/widget.tsx';
import type { useArrange } from './use-arrange.ts';
import styles from './edit.module.css';

interface EditedWidgetProps {
  content: DashboardContent;
  item: DashboardItem;
  arrange: ReturnType<typeof useArrange>;
  /** Id of the text that says how the keys work. */
  hintId: string;
  onEdit: () => void;
  onRemove: () => void;
}

/** A widget while its dashboard is edited: with the handle that moves it. */
export function EditedWidget({ content, item, arrange, hintId, onEdit, onRemove }: EditedWidgetProps) {
  const title = titleOf(content, item);
  const values = JSON.stringify(parametersOfWidget(content, item.id, {}));
  const shown = content.views[item.id];
  const loader = useMemo(() => loaderOf(shown, JSON.parse(values) as ReportValues), [shown, values]);
  return (
    <>
      <Widget
        title={title}
        content={contentOf(content, item)}
        loader={loader}
        tools={
          <>
            <Tooltip label={t('arrange.handle')}>
              <ActionIcon
                size={30}
                variant="default"
                className={styles.handle}
                aria-label={t('arrange.move', { title })}
                aria-describedby={hintId}
                onKeyDown={(event) => arrange.onKeyDown(event, item)}
                onPointerDown={(event) => arrange.drag(event, item, 'move')}
              >
                <IconArrowsMove size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={t('edit.widget')}>
              <ActionIcon
                size={30}
                variant="default"
                aria-label={t('edit.widgetNamed', { title })}
                onClick={onEdit}
              >
                <IconPencil size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={t('edit.remove')}>
              <ActionIcon
                size={30}
                variant="default"
                aria-label={t('edit.removeNamed', { title })}
                onClick={onRemove}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </>
        }
      />
      <span
        className={styles.corner}
        aria-hidden
        title={t('arrange.size')}
        onPointerDown={(event) => arrange.drag(event, item, 'size')}
      />
    </>
  );
}
