import { Badge } from '@mantine/core';
import type { Template } from '@cairn/report-engine/browser';
import { t } from '@cairn/ui';
import { bandName, elementName } from '../canvas/describe.ts';
import { listLanes } from '../model/bands.ts';
import { compareTemplates, type Difference } from '../model/differences.ts';
import styles from './versions.module.css';

interface Props {
  before: Template;
  after: Template;
}

const COLORS = { added: 'pine', removed: 'red', changed: 'yellow' } as const;
/** Characters of a value that are shown. */
const LONG = 80;

/** The differences between two templates, in words. */
export function DifferenceList({ before, after }: Props) {
  const differences = compareTemplates(before, after);
  if (differences.length === 0) return <p className={styles.same}>{t('versions.same')}</p>;
  return (
    <ul className={styles.differences}>
      {differences.map((difference) => (
        <li key={`${difference.kind} ${difference.name}`}>
          <div className={styles.thing}>
            <Badge size="sm" variant="light" color={COLORS[difference.change]}>
              {t(`versions.changes.${difference.change}`)}
            </Badge>
            <span>{nameOf(difference, difference.change === 'removed' ? before : after)}</span>
          </div>
          {difference.members.length > 0 ? (
            <ul className={styles.members}>
              {difference.members.map(({ name, from, to }) => (
                <li key={name}>{t('versions.member', { name, from: shorten(from), to: shorten(to) })}</li>
              ))}
            </ul>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function nameOf({ kind, name, element }: Difference, template: Template): string {
  if (element) return elementName(element);
  if (kind === 'band') {
    const lane = listLanes(template).find(({ path }) => path === name);
    return lane ? t('versions.things.band', { name: bandName(lane, template.groups) }) : name;
  }
  return t(`versions.things.${kind}`, { name });
}

function shorten(value: string | null): string {
  if (value === null) return t('versions.nothing');
  return value.length > LONG ? `${value.slice(0, LONG)}…` : value;
}
