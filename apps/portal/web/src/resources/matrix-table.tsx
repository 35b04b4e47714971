import { Radio, Table } from '@mantine/core';
import { t } from '@cairn/ui';
import type { PermissionRow } from '../client.ts';
import { levelOf, levels, withLevel, type Level } from './matrix.ts';
import classes from './matrix-table.module.css';

interface Props {
  rows: PermissionRow[];
  visibility: 'public' | 'restricted';
  onChange: (rows: PermissionRow[]) => void;
}

/** The level of each group; arrow keys move within a row. */
export function MatrixTable({ rows, visibility, onChange }: Props) {
  const set = (id: number, level: Level) =>
    onChange(rows.map((row) => (row.group_id === id ? withLevel(row, level) : row)));
  return (
    <div className={classes.frame}>
      <Table className={classes.table} withTableBorder verticalSpacing={6}>
        <Table.Caption className={classes.caption}>{t('resources.matrixHint')}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('resources.group')}</Table.Th>
            {levels.map((level) => (
              <Table.Th key={level} className={classes.level}>
                {t(`permissions.level_${level}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.group_id}>
              <Table.Th scope="row" className={classes.group}>
                {row.group_name}
              </Table.Th>
              {levels.map((level) => (
                <Table.Td key={level} className={classes.level}>
                  <Radio
                    className={classes.radio}
                    name={`group-${row.group_id}`}
                    aria-label={t('resources.cell', {
                      group: row.group_name,
                      level: t(`permissions.level_${level}`),
                    })}
                    checked={shownLevel(row) === level}
                    disabled={isFixed(row, visibility, level)}
                    onChange={() => set(row.group_id, level)}
                  />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** Administrators have full access, whatever is stored. */
function shownLevel(row: PermissionRow): Level {
  return row.group_name === 'Administrators' ? 'admin' : levelOf(row);
}

/** Visibility limits the Public group: at least view when public, none when restricted. */
function isFixed(row: PermissionRow, visibility: Props['visibility'], level: Level): boolean {
  if (row.group_name === 'Administrators') return level !== 'admin';
  if (row.group_name !== 'Public') return false;
  return visibility === 'public' ? level === 'none' : level !== 'none';
}
