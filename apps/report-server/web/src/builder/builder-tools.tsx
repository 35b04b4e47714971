import { ActionIcon, Button, Group, Menu, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconFileSettings,
  IconHistory,
  IconPlayerPlay,
  IconPlus,
  type Icon,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { t } from '@cairn/ui';
import { viewerRoute } from '../library/addresses.ts';
import type { Report } from '../library/types.ts';
import { useBuilder } from './builder-context.tsx';
import { useFields } from './data/use-fields.ts';
import { ELEMENT_KINDS } from './model/new-element.ts';
import { useInsert } from './sources/use-insert.ts';
import styles from './builder.module.css';

interface Props {
  report: Report | null;
  onVersions: () => void;
}

/** Insert, undo, redo, and the ways to versions and to a run. */
export function BuilderTools({ report, onVersions }: Props) {
  const { canUndo, canRedo, undo, redo, select } = useBuilder();
  return (
    <Group gap={6} role="toolbar" aria-label={t('builder.tools')} className={styles.tools}>
      <InsertMenu />
      <Tool label={t('builder.undo')} icon={IconArrowBackUp} disabled={!canUndo} onClick={undo} />
      <Tool label={t('builder.redo')} icon={IconArrowForwardUp} disabled={!canRedo} onClick={redo} />
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconFileSettings size={15} aria-hidden />}
        onClick={() => select({ kind: 'report' })}
      >
        {t('builder.page')}
      </Button>
      {report ? (
        <>
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconHistory size={15} aria-hidden />}
            onClick={onVersions}
          >
            {t('versions.title')}
          </Button>
          <Button
            component={Link}
            to={viewerRoute(report.key)}
            variant="subtle"
            size="xs"
            leftSection={<IconPlayerPlay size={15} aria-hidden />}
          >
            {t('library.run')}
          </Button>
        </>
      ) : null}
    </Group>
  );
}

function InsertMenu() {
  const { template } = useBuilder();
  const insert = useInsert();
  const fields = useFields(template.datasets[0]);
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconPlus size={15} aria-hidden />}>
          {t('builder.insert')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu}>
        <Menu.Label>{t('builder.elements')}</Menu.Label>
        {ELEMENT_KINDS.map((kind) => (
          <Menu.Item key={kind} onClick={() => insert({ kind, text: t('builder.newText') })}>
            {t(`builder.kinds.${kind}`)}
          </Menu.Item>
        ))}
        {fields.length > 0 ? <Menu.Label>{t('sources.fields')}</Menu.Label> : null}
        {fields.map(({ name, type }) => (
          <Menu.Item
            key={name}
            onClick={() =>
              insert(type === 'geometry' ? { kind: 'map' } : { kind: 'field', expression: `$F{${name}}` })
            }
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ToolProps {
  label: string;
  icon: Icon;
  disabled: boolean;
  onClick: () => void;
}

function Tool({ label, icon: ToolIcon, disabled, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={disabled} onClick={onClick}>
        <ToolIcon size={17} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
