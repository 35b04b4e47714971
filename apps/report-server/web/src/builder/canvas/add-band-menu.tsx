import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { t } from '@cairn/ui';
import { useBuilder } from '../builder-context.tsx';
import { addBand, missingBands } from '../model/bands.ts';
import { bandName } from './describe.ts';

/** Offers the bands that the report does not have yet, and a group. */
export function AddBandMenu() {
  const { template, edit } = useBuilder();
  const groups = template.groups.length;
  const addGroup = () =>
    edit(
      (now) => ({
        ...now,
        groups: [
          ...now.groups,
          { name: freeGroupName(now.groups), expression: '', header: { height: 24, elements: [] } },
        ],
      }),
      { select: { kind: 'groups', index: groups } },
    );
  return (
    <Menu position="top-start" withinPortal>
      <Menu.Target>
        <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} aria-hidden />}>
          {t('builder.addBand')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        <Menu.Item onClick={addGroup}>{t('builder.group')}</Menu.Item>
        <Menu.Divider />
        {missingBands(template).map((path) => (
          <Menu.Item
            key={path}
            onClick={() =>
              edit((now) => addBand(now, path), {
                select: { kind: 'band', path: madePath(path, template.bands.detail.length) },
              })
            }
          >
            {nameOfPath(path, template.groups)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function madePath(path: string, details: number): string {
  return path === '$.bands.detail' ? `$.bands.detail[${details}]` : path;
}

function nameOfPath(path: string, groups: { name: string }[]): string {
  const side = /^\$\.groups\[(\d+)\]\.(header|footer)$/.exec(path);
  const kind = side ? (side[2] === 'header' ? 'groupHeader' : 'groupFooter') : path.slice('$.bands.'.length);
  return bandName({ path: '', kind: kind as 'title', ...(side && { group: Number(side[1]) }) }, groups);
}

function freeGroupName(groups: { name: string }[]): string {
  let number = groups.length + 1;
  while (groups.some(({ name }) => name === `Group${number}`)) number += 1;
  return `Group${number}`;
}
