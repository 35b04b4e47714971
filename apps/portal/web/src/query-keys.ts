export const cardsKey = ['cards'] as const;
export const catalogKey = ['catalog'] as const;
export const usersKey = ['users'] as const;
export const groupsKey = ['groups'] as const;
export const accessOverviewKey = ['access-overview'] as const;
export const permissionsKey = ['permissions'] as const;
export const tokensKey = ['tokens'] as const;
export const sessionsKey = ['sessions'] as const;
