import { Button } from '@mantine/core';
import { IconMailPlus, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { DataTable, EmptyState, MenuItem, Page, RowMenu, t, useUrlState } from '@cairn/ui';
import { CATALOG_ROUTE, hrefOf, NEW_RECIPIENT_ROUTE, recipientRoute } from '../addresses.ts';
import { recipientColumns } from './recipient-columns.tsx';
import { useDeleteRecipient, useLift, useRecipients } from './use-recipients.ts';

/** People whom reports are mailed to, with what became of the last mail to each. */
export function RecipientsPage() {
  const [q] = useUrlState('q');
  const query = useRecipients(q);
  const remove = useDeleteRecipient();
  const { mutate, isPending, variables } = useLift();
  const lifting = isPending ? variables.id : null;
  const columns = useMemo(
    () => recipientColumns({ isLifting: (id) => id === lifting, onLift: mutate }),
    [lifting, mutate],
  );
  const add = (
    <Button component={Link} to={NEW_RECIPIENT_ROUTE} leftSection={<IconMailPlus size={16} aria-hidden />}>
      {t('recipients.add')}
    </Button>
  );
  return (
    <Page
      title={t('recipients.title')}
      lead={t('recipients.lead')}
      crumbs={[{ label: t('report.reports'), href: hrefOf(CATALOG_ROUTE) }]}
      action={add}
    >
      <DataTable
        label={t('recipients.title')}
        rows={query.data?.recipients}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ email }) => email}
        source={query}
        serverSearch
        searchPlaceholder={t('recipients.search')}
        actions={(recipient) => (
          <RowMenu label={t('recipients.menu', { address: recipient.email })}>
            <MenuItem icon={IconPencil} href={hrefOf(recipientRoute(recipient.id))}>
              {t('recipients.edit')}
            </MenuItem>
            <MenuItem icon={IconTrash} color="red" onClick={() => remove.mutate(recipient)}>
              {t('recipients.delete')}
            </MenuItem>
          </RowMenu>
        )}
        empty={
          <EmptyState
            boxed
            icon={<IconUsers size={22} stroke={1.6} />}
            title={t('recipients.empty')}
            text={t('recipients.emptyText')}
            action={add}
          />
        }
      />
    </Page>
  );
}
