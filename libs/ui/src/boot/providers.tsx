import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ApiError } from '../api/api-error.ts';
import { cssVariables, theme } from '../theme.ts';

// Requests are sent also while the browser thinks that it is offline: the platform may be on the same machine or network.
const networkMode = 'always';

/** Queries and theme, which every page needs. */
export function Providers({ children }: { children: ReactNode }) {
  const [queries] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: { networkMode, retry: retryWhenUnreachable, staleTime: 5_000 },
          mutations: { networkMode },
        },
      }),
  );
  return (
    <QueryClientProvider client={queries}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        colorSchemeManager={localStorageColorSchemeManager({ key: 'cairn-color-scheme' })}
      >
        {children}
      </MantineProvider>
    </QueryClientProvider>
  );
}

/** What the server refuses or cannot do stays so; what did not answer may a moment later. */
function retryWhenUnreachable(count: number, error: unknown): boolean {
  const passing = !(error instanceof ApiError) || [0, 502, 503, 504].includes(error.status);
  return passing && count < 1;
}
