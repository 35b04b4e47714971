import { Stack } from '@mantine/core';
import { ApiError, ErrorState, LoadingRows, Page, t, useMe } from '@cairn/ui';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TokensSection } from './tokens-section.tsx';

export function AccountPage() {
  const { data: me, error, refetch, isPending } = useMe();
  return (
    <Page title={t('account.title')} lead={t('account.lead')} width={920}>
      {isPending && <LoadingRows />}
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {me && !me.user && <ErrorState error={new ApiError({ status: 401, message: '' })} />}
      {me?.user && (
        <Stack gap="lg">
          <ProfileSection user={me.user} admin={me.admin} />
          <TokensSection />
          <SessionsSection />
          <PasswordSection username={me.user.username} />
        </Stack>
      )}
    </Page>
  );
}
