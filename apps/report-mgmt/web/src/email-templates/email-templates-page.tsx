import { Button } from '@mantine/core';
import { IconFilePlus, IconMail, IconPencil, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import {
  DataTable,
  EmptyState,
  MenuItem,
  Page,
  RelativeTime,
  RowLink,
  RowMenu,
  t,
  type Column,
} from '@cairn/ui';
import { CATALOG_ROUTE, hrefOf, NEW_TEMPLATE_ROUTE, templateRoute } from '../addresses.ts';
import type { EmailTemplate } from '../client.ts';
import { DeleteTemplate } from './delete-template.tsx';
import { useDeleteTemplate, useEmailTemplates } from './use-email-templates.ts';

/** What the mails of schedules say. */
export function EmailTemplatesPage() {
  const query = useEmailTemplates();
  const [asked, setAsked] = useState<EmailTemplate | null>(null);
  const remove = useDeleteTemplate(() => setAsked(null));
  const columns = useMemo(() => templateColumns(), []);
  const add = (
    <Button component={Link} to={NEW_TEMPLATE_ROUTE} leftSection={<IconFilePlus size={16} aria-hidden />}>
      {t('emailTemplates.add')}
    </Button>
  );
  return (
    <Page
      title={t('emailTemplates.title')}
      lead={t('emailTemplates.lead')}
      crumbs={[{ label: t('report.reports'), href: hrefOf(CATALOG_ROUTE) }]}
      action={add}
    >
      <DataTable
        label={t('emailTemplates.title')}
        rows={query.data?.templates}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        source={query}
        searchPlaceholder={t('emailTemplates.search')}
        actions={(template) => (
          <RowMenu label={t('emailTemplates.menu', { name: template.name })}>
            <MenuItem icon={IconPencil} href={hrefOf(templateRoute(template.id))}>
              {t('emailTemplates.edit')}
            </MenuItem>
            <MenuItem
              icon={IconTrash}
              color="red"
              onClick={() => (template.schedules > 0 ? setAsked(template) : remove.mutate(template))}
            >
              {t('emailTemplates.delete')}
            </MenuItem>
          </RowMenu>
        )}
        empty={
          <EmptyState
            boxed
            icon={<IconMail size={22} stroke={1.6} />}
            title={t('emailTemplates.empty')}
            text={t('emailTemplates.emptyText')}
            action={add}
          />
        }
      />
      <DeleteTemplate
        template={asked}
        busy={remove.isPending}
        onConfirm={remove.mutate}
        onClose={() => setAsked(null)}
      />
    </Page>
  );
}

function templateColumns(): Column<EmailTemplate>[] {
  return [
    {
      key: 'name',
      header: t('emailTemplates.name'),
      value: ({ name }) => name,
      cell: ({ id, name }) => <RowLink href={hrefOf(templateRoute(id))}>{name}</RowLink>,
      always: true,
    },
    {
      key: 'subject',
      header: t('emailTemplates.subject'),
      value: ({ subject }) => subject,
      from: 'sm',
    },
    {
      key: 'schedules',
      header: t('emailTemplates.usedBy'),
      value: ({ schedules }) => schedules,
      cell: ({ schedules }) => t('emailTemplates.schedules', { count: schedules }),
      align: 'right',
    },
    {
      key: 'changed',
      header: t('emailTemplates.changed'),
      value: ({ updated_at: at }) => at,
      cell: ({ updated_at: at }) => <RelativeTime value={at} />,
      from: 'sm',
    },
  ];
}
