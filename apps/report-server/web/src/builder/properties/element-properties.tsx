import { ActionIcon, Switch, TextInput, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { Element } from '@cairn/report-engine/browser';
import { t } from '@cairn/ui';
import { useBuilder } from '../builder-context.tsx';
import { elementName } from '../canvas/describe.ts';
import { changeElements, findElement, removeElements, updateElements } from '../model/elements.ts';
import { changeStyle, styleOf } from '../model/styles.ts';
import { ContentFields } from './content-fields.tsx';
import { ExpressionField } from './expression-field.tsx';
import { ChoiceField, NumberField } from './inputs.tsx';
import { Beside, Section } from './section.tsx';
import { StyleFields } from './style-fields.tsx';
import classes from './properties.module.css';

/** All about one element: what it shows, where it stands, what it looks like, when it is printed. */
export function ElementProperties({ element }: { element: Element }) {
  const { template, edit } = useBuilder();
  const { id } = element;
  const change = (changed: Record<string, unknown>) =>
    edit((now) => updateElements(now, [id], changed), { joint: `${id} ${Object.keys(changed).join()}` });
  const band = findElement(template, id)?.band ?? '';
  const isShape = ['line', 'rectangle', 'ellipse'].includes(element.kind);
  return (
    <>
      <div className={classes.head}>
        <h2>{elementName(element)}</h2>
        <Tooltip label={t('properties.deleteElement')}>
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={t('properties.deleteElement')}
            onClick={() => edit((now) => removeElements(now, [id]), { select: { kind: 'band', path: band } })}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
      <Section title={t('properties.content')}>
        <ContentFields element={element} onChange={change} />
      </Section>
      <Section title={t('properties.place')}>
        <Beside>
          {(['x', 'y', 'width', 'height'] as const).map((side) => (
            <NumberField
              key={side}
              label={t(`properties.${side}`)}
              value={element[side]}
              onChange={(value) => change({ [side]: value ?? 0 })}
            />
          ))}
        </Beside>
      </Section>
      <Section title={t('properties.look')}>
        <ChoiceField
          label={t('properties.style')}
          value={element.style}
          none={t('properties.noStyle')}
          choices={template.styles.map(({ name }) => ({ value: name, label: name }))}
          onChange={(style) => change({ style })}
        />
        <StyleFields
          shape={isShape}
          style={element.own ?? {}}
          inherited={styleOf({ ...element, own: {} }, template.styles)}
          onChange={(changed) =>
            edit(
              (now) =>
                changeElements(now, [id], (current) => ({
                  ...current,
                  own: changeStyle(current.own ?? {}, changed),
                })),
              { joint: `${id} own ${Object.keys(changed).join()}` },
            )
          }
        />
      </Section>
      <Section title={t('properties.behaviour')} closed>
        <ExpressionField
          label={t('properties.printWhen')}
          description={t('properties.printWhenHint')}
          value={element.printWhen}
          expected="boolean"
          onChange={(printWhen) => change({ printWhen })}
        />
        <ChoiceField
          label={t('properties.position')}
          value={element.position ?? 'top'}
          choices={(['top', 'float', 'bottom'] as const).map((value) => ({
            value,
            label: t(`properties.positions.${value}`),
          }))}
          onChange={(position) => change({ position })}
        />
        <Switch
          label={t('properties.stretch')}
          checked={element.stretch === 'band'}
          onChange={(event) => change({ stretch: event.currentTarget.checked ? 'band' : undefined })}
        />
        <Switch
          label={t('properties.removeWhenBlank')}
          checked={element.removeWhenBlank ?? false}
          onChange={(event) => change({ removeWhenBlank: event.currentTarget.checked || undefined })}
        />
        <TextInput
          label={t('properties.alt')}
          description={t('properties.altHint')}
          size="xs"
          value={element.alt ?? ''}
          onChange={(event) => change({ alt: event.currentTarget.value || undefined })}
        />
      </Section>
    </>
  );
}
