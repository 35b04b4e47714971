import { Table } from '@mantine/core';
import { t } from '@cairn/ui';
import { displayValue } from '@cairn/ui/map';
import type { CalculatedPreview } from './derivation.ts';
import styles from './derive.module.css';

/** The new values of the first features, next to the values that the expression reads. */
export function CalculatedRows({ field, type, reads, rows }: CalculatedPreview) {
  const headings = [...reads, reads.includes(field) ? t('derive.calculate.after', { field }) : field];
  const isNumeric = headings.map((_, column) => rows.some((row) => typeof row[column] === 'number'));
  return (
    <Table.ScrollContainer minWidth={0} className={styles.calculated}>
      <Table withTableBorder striped>
        <Table.Caption>{t('derive.calculate.rows', { type: t(`table.types.${type}`) })}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {headings.map((heading, column) => (
              <Table.Th key={heading} data-number={isNumeric[column] || undefined}>
                {heading}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, i) => (
            // Rows have no key; they are redrawn together.
            // oxlint-disable-next-line react/no-array-index-key
            <Table.Tr key={i}>
              {row.map((value, column) => (
                // oxlint-disable-next-line react/no-array-index-key
                <Table.Td key={column} data-number={isNumeric[column] || undefined}>
                  {value === null ? (
                    <span className={styles.hint}>{t('derive.fields.nothing')}</span>
                  ) : (
                    displayValue(value)
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
