import { ActionIcon, Button, Group, Tooltip } from '@mantine/core';
import {
  IconArrowsHorizontal,
  IconArrowsVertical,
  IconLayoutAlignBottom,
  IconLayoutAlignCenter,
  IconLayoutAlignLeft,
  IconLayoutAlignMiddle,
  IconLayoutAlignRight,
  IconLayoutAlignTop,
  IconTrash,
  type Icon,
} from '@tabler/icons-react';
import { t } from '@cairn/ui';
import { useBuilder } from '../builder-context.tsx';
import { alignElements, type Alignment } from '../model/align.ts';
import { changeElements, findElement, removeElements, updateElements } from '../model/elements.ts';
import { changeStyle, styleOf } from '../model/styles.ts';
import { ChoiceField } from './inputs.tsx';
import { Section } from './section.tsx';
import { StyleFields } from './style-fields.tsx';
import classes from './properties.module.css';

const ALIGNMENTS: [Alignment, Icon][] = [
  ['left', IconLayoutAlignLeft],
  ['center', IconLayoutAlignCenter],
  ['right', IconLayoutAlignRight],
  ['top', IconLayoutAlignTop],
  ['middle', IconLayoutAlignMiddle],
  ['bottom', IconLayoutAlignBottom],
  ['width', IconArrowsHorizontal],
  ['height', IconArrowsVertical],
];

/** What several elements can be changed in together. */
export function SeveralElements({ ids }: { ids: readonly string[] }) {
  const { template, edit } = useBuilder();
  const [first] = ids;
  const element = first === undefined ? undefined : findElement(template, first)?.element;
  const key = ids.join();
  return (
    <>
      <div className={classes.head}>
        <h2>{t('properties.several', { count: ids.length })}</h2>
      </div>
      <Section title={t('properties.alignElements')}>
        <Group gap={4}>
          {ALIGNMENTS.map(([alignment, AlignIcon]) => (
            <Tooltip key={alignment} label={t(`properties.alignments.${alignment}`)}>
              <ActionIcon
                variant="default"
                aria-label={t(`properties.alignments.${alignment}`)}
                onClick={() => edit((now) => alignElements(now, ids, alignment))}
              >
                <AlignIcon size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
          ))}
        </Group>
      </Section>
      <Section title={t('properties.look')}>
        <ChoiceField
          label={t('properties.style')}
          value={element?.style}
          none={t('properties.noStyle')}
          choices={template.styles.map(({ name }) => ({ value: name, label: name }))}
          onChange={(style) => edit((now) => updateElements(now, ids, { style }), { joint: `style ${key}` })}
        />
        {element ? (
          <StyleFields
            style={element.own ?? {}}
            inherited={styleOf({ ...element, own: {} }, template.styles)}
            onChange={(changed) =>
              edit(
                (now) =>
                  changeElements(now, ids, (each) => ({
                    ...each,
                    own: changeStyle(each.own ?? {}, changed),
                  })),
                { joint: `own ${key} ${Object.keys(changed).join()}` },
              )
            }
          />
        ) : null}
      </Section>
      <Button
        variant="light"
        color="red"
        size="xs"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={() => edit((now) => removeElements(now, ids), { select: { kind: 'report' } })}
      >
        {t('properties.deleteElements')}
      </Button>
    </>
  );
}
