import { Button, Code } from '@mantine/core';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { ApiError, bareSentenceOf } from '../api/api-error.ts';
import { signInAddress } from '../api/use-me.ts';
import { CopyButton } from '../form/copy-button.tsx';
import { tui } from '../i18n.ts';
import { EmptyState } from './empty-state.tsx';
import classes from './state.module.css';

interface Props {
  error: unknown;
  /** Shown instead of "This could not be loaded". */
  title?: string;
  retry?: () => void;
}

/** What happened, what to do, and the request id to copy. 401 and 403 get words of their own. */
export function ErrorState({ error, title, retry }: Props) {
  const status = error instanceof ApiError ? error.status : undefined;
  const isMissing = status === 404;
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  if (status === 401) return <SignInNeeded />;
  if (status === 403) {
    const icon = <IconLock size={22} stroke={1.6} />;
    return <EmptyState icon={icon} title={tui('state.forbiddenTitle')} text={tui('state.forbiddenText')} />;
  }
  return (
    <div className={`${classes.state} ${classes.error}`} role="alert">
      <span className={classes.icon} aria-hidden>
        <IconAlertTriangle size={22} stroke={1.6} />
      </span>
      <p className={classes.title}>{title ?? tui(isMissing ? 'state.missingTitle' : 'state.errorTitle')}</p>
      <p className={classes.text}>{bareSentenceOf(error)}</p>
      {retry && !isMissing && (
        <div className={classes.actions}>
          <Button variant="default" onClick={retry}>
            {tui('state.retry')}
          </Button>
        </div>
      )}
      {requestId && (
        <div className={classes.id}>
          {tui('state.requestId')} <Code>{requestId}</Code>
          <CopyButton value={requestId} label={tui('state.copyId')} />
        </div>
      )}
    </div>
  );
}

function SignInNeeded() {
  return (
    <EmptyState
      icon={<IconLock size={22} stroke={1.6} />}
      title={tui('state.signInTitle')}
      text={tui('state.signInText')}
      action={
        <Button component="a" href={signInAddress()}>
          {tui('account.signIn')}
        </Button>
      }
    />
  );
}
