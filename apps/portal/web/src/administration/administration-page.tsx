import {
  IconFolders,
  IconHistory,
  IconKey,
  IconLayoutGrid,
  IconPlugConnected,
  IconRefresh,
  IconShieldLock,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import { ApiError, ErrorState, Page, portalPath, t, useMe, useServices } from '@cairn/ui';
import {
  useAllCards,
  useGroups,
  usePermissions,
  useRegisteredServices,
  useResources,
  useUsers,
} from './use-admin-lists.ts';
import { TaskCard } from './task-card.tsx';
import { TaskGroup } from './task-group.tsx';

/** Links to all administration pages, with counts. */
export function AdministrationPage() {
  const { data: me, isPending } = useMe();
  const admin = me?.admin === true;
  const users = useUsers('', admin).data?.total;
  const groups = useGroups(admin).data?.total;
  const resources = useResources(admin).data?.total;
  const permissions = usePermissions(admin).data?.total;
  const cards = useAllCards(admin).data?.total;
  const registered = useRegisteredServices(admin).data?.total;
  const services = useServices().data?.length;
  const to = (path: string) => `${portalPath()}${path}`;
  return (
    <Page title={t('administration.title')} lead={t('administration.lead')}>
      {!isPending && !admin && <ErrorState error={refusal(me?.authenticated === true)} />}
      {admin && (
        <>
          <TaskGroup title={t('administration.people')}>
            <TaskCard name="users" href={to('/admin/users')} icon={IconUsers} count={users} />
            <TaskCard name="groups" href={to('/admin/groups')} icon={IconUsersGroup} count={groups} />
          </TaskGroup>
          <TaskGroup title={t('administration.access')}>
            <TaskCard
              name="resources"
              href={to('/admin/resources')}
              icon={IconShieldLock}
              count={resources}
            />
            <TaskCard name="permissions" href={to('/admin/permissions')} icon={IconKey} count={permissions} />
            <TaskCard name="audit" href={to('/admin/audit')} icon={IconHistory} />
          </TaskGroup>
          <TaskGroup title={t('administration.portal')}>
            <TaskCard name="cards" href={to('/admin/portal')} icon={IconLayoutGrid} count={cards} />
            <TaskCard name="sync" href={to('/admin/resource-sync')} icon={IconRefresh} count={registered} />
            <TaskCard name="services" href={to('/services')} icon={IconPlugConnected} count={services} />
            <TaskCard name="catalog" href={to('/catalog')} icon={IconFolders} />
          </TaskGroup>
        </>
      )}
    </Page>
  );
}

function refusal(signedIn: boolean): ApiError {
  return new ApiError({ status: signedIn ? 403 : 401, message: '' });
}
