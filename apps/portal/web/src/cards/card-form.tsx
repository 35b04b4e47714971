import { Autocomplete, Button, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { SaveForm, t, useSaveForm } from '@cairn/ui';
import { portal, type Card } from '../client.ts';
import { cardsKey, catalogKey } from '../query-keys.ts';
import { PortalCard } from '../home/portal-card.tsx';
import { inputOf, isCardAddress, valuesOf } from './card-input.ts';
import classes from './cards.module.css';
import { ThumbnailField } from './thumbnail-field.tsx';
import { useDeleteCard } from './use-delete-card.ts';

interface Props {
  /** The card to change; a new one when left out. */
  card: Card | undefined;
  categories: string[];
  /** Position of a new card, after all others. */
  nextOrder: number;
  onDone: () => void;
}

const types: Card['card_type'][] = ['map', 'dashboard', 'report', 'dataset', 'external', 'admin'];

/** The fields of a card with a preview. */
export function CardForm({ card, categories, nextOrder, onDone }: Props) {
  const remove = useDeleteCard(onDone);
  const state = useSaveForm({
    initial: valuesOf(card),
    validate: {
      title: (title) => (title.trim() === '' ? t('cards.titleMissing') : null),
      url: (url) => (isCardAddress(url) ? null : t('cards.urlWrong')),
    },
    save: (values) => {
      const body = inputOf(values, card ?? { sort_order: nextOrder });
      return card
        ? portal.PUT('/api/admin/portal/cards/{id}', { params: { path: { id: card.id } }, body })
        : portal.POST('/api/admin/portal/cards', { body });
    },
    refresh: [cardsKey, catalogKey],
    done: ({ title }) => t(card ? 'cards.saved' : 'cards.added', { title }),
    onSaved: onDone,
  });
  const { form } = state;
  const { values } = form;
  const shown = { ...values, title: values.title || t('cards.untitled'), url: '/' };
  return (
    <SaveForm
      state={state}
      save={t(card ? 'cards.save' : 'cards.add')}
      disabled={card !== undefined && !form.isDirty()}
      onCancel={onDone}
      danger={
        card && (
          <Button color="red" variant="subtle" loading={remove.isPending} onClick={() => remove.mutate(card)}>
            {t('cards.delete')}
          </Button>
        )
      }
    >
      <div className={classes.preview} inert aria-hidden>
        <PortalCard card={shown} />
      </div>
      <TextInput
        label={t('cards.fieldTitle')}
        required
        maxLength={200}
        data-autofocus={card ? undefined : true}
        {...form.getInputProps('title')}
      />
      <Select
        label={t('cards.fieldType')}
        data={types.map((value) => ({ value, label: t(`cardType.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('card_type')}
      />
      <TextInput
        label={t('cards.fieldUrl')}
        description={t('cards.fieldUrlHint')}
        required
        maxLength={2048}
        inputMode="url"
        {...form.getInputProps('url')}
      />
      <Textarea
        label={t('cards.fieldDescription')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={4000}
        {...form.getInputProps('description')}
      />
      <Autocomplete
        label={t('cards.fieldCategory')}
        description={t('cards.fieldCategoryHint')}
        data={categories}
        maxLength={100}
        {...form.getInputProps('category')}
      />
      <ThumbnailField value={values.image_url} onChange={(url) => form.setFieldValue('image_url', url)} />
      <Switch
        label={t('cards.fieldPublic')}
        description={t('cards.fieldPublicHint')}
        {...form.getInputProps('is_public', { type: 'checkbox' })}
      />
    </SaveForm>
  );
}
