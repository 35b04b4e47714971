import type { AnswerRefusal, Refusal, RefusalAnswer } from '@cairn/service';
import type { AuthConfig } from '../../auth-config.ts';
import { modeOf } from './guard.ts';

/** Answers refused requests as clients of each mode expect. What is below `/api/` is for programs, which get its status as it is. */
export function createRefusalAnswer(signIn: AuthConfig): AnswerRefusal {
  return (refusal) => {
    const mode = modeOf(signIn, refusal.call.request);
    if (mode === 'central') return answerCentrally(refusal, signIn);
    return refusal.path.startsWith('/api/') ? null : answerLocally(refusal, mode);
  };
}

function answerCentrally(
  { status, operation, path, query, call }: Refusal,
  { centralLoginUrl }: AuthConfig,
): RefusalAnswer | null {
  const isApi = path.startsWith('/api/');
  if (status === 403) {
    const isJson = isApi || /\bjson\b/i.test(call.request.headers.accept ?? '');
    if (!isJson) return { status, errors: 'html' };
    return { status, errors: operation.errors === 'action' ? 'action' : 'json' };
  }
  if (isApi) return null;
  // A browser comes back with GET, which a form action does not take.
  const isRead = call.request.method === 'GET' || call.request.method === 'HEAD';
  const next = isRead ? `${path}${query === '' ? '' : `?${query}`}` : '/index.php';
  return { status: 303, redirect: toCentralLogin(centralLoginUrl, `${call.basePath}${next}`) };
}

/** Pages lead to where the caller can continue; actions say so in their answer; downloads are 403. */
function answerLocally({ status, operation, path, call }: Refusal, mode: 'local' | 'oidc'): RefusalAnswer {
  if (operation.errors === 'action') return { status: 200 };
  if (path.startsWith('/admin/action/')) return { status: 403 };
  const form = mode === 'oidc' ? 'auth/oidc/login.php' : 'login.php';
  return { status: 302, redirect: `${call.basePath}/${status === 401 ? form : 'index.php'}` };
}

/** The platform's sign-in page, which leads back to `next`. */
export function toCentralLogin(centralLoginUrl: string, next: string): string {
  const separator = centralLoginUrl.includes('?') ? '&' : '?';
  return `${centralLoginUrl}${separator}next=${encodeURIComponent(next)}`;
}
