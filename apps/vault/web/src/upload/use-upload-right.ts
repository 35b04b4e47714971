import { t, useMe, useRights, useServices } from '@cairn/ui';

export interface UploadRight {
  allowed: boolean;
  /** Why not: a sentence. */
  reason: string | null;
}

/** Whether the person may upload anything; null until it is known. The server checks it again. */
export function useUploadRight(): UploadRight | null {
  const { data: me } = useMe();
  const services = useServices();
  const allowed = useRights('vault').edit;
  if (allowed) return { allowed, reason: null };
  if (!services.isSuccess || !me) return null;
  return { allowed, reason: t(me.authenticated ? 'upload.right.viewOnly' : 'upload.right.signIn') };
}
