import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { unwrap, type ApiError } from '@cairn/ui';
import { reportMgmt, type MailPreview } from '../client.ts';

const TYPING_MS = 300;

/** The mail with sample values. Follows the typing; what cannot be shown is an error with the reason. */
export function useMailPreview(typed: { subject: string; body: string }) {
  const [subject] = useDebouncedValue(typed.subject, TYPING_MS);
  const [body] = useDebouncedValue(typed.body, TYPING_MS);
  return useQuery<MailPreview, ApiError>({
    queryKey: ['mail-preview', subject, body],
    queryFn: ({ signal }) =>
      unwrap(reportMgmt.POST('/api/v1/email-templates/preview', { signal, body: { subject, body } })),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 60_000,
  });
}
