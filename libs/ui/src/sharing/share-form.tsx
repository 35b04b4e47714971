import { Alert, Button, CopyButton, Divider, Group, Stack, Switch } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError, sentenceOf } from '../api/api-error.ts';
import { notifyDone } from '../form/notify.tsx';
import { tui } from '../i18n.ts';
import { ErrorState } from '../page/error-state.tsx';
import { LoadingRows } from '../page/loading-rows.tsx';
import { AccessList } from './access-list.tsx';
import { CheckPerson } from './check-person.tsx';
import { PersonSearch } from './person-search.tsx';
import { saveSharing, useSharing } from './sharing-api.ts';
import type { SharedResource, Sharing } from './sharing-api.ts';

interface Props {
  resource: SharedResource;
  href?: string | undefined;
  onClose: () => void;
  onSaved: () => void;
}

export function ShareForm(props: Props) {
  const { data, error, refetch } = useSharing(props.resource);
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <LoadingRows rows={4} />;
  return <Form key={data.version} {...props} saved={data} reload={() => void refetch()} />;
}

function Form({
  resource,
  href,
  saved,
  reload,
  onClose,
  onSaved,
}: Props & { saved: Sharing; reload: () => void }) {
  const [draft, setDraft] = useState(saved);
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved);
  const change = (part: Partial<Sharing>) => setDraft({ ...draft, ...part });

  async function save() {
    setSaving(true);
    setProblem(null);
    try {
      await saveSharing(resource, draft);
      notifyDone(tui('sharing.saved', { name: draft.display_name }));
      onSaved();
      onClose();
    } catch (error) {
      setProblem(error);
      setSaving(false);
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack gap="md">
        <PersonSearch sharing={draft} onAdd={change} />
        <AccessList sharing={draft} onChange={change} />
        <Divider />
        <Switch
          label={tui('sharing.public')}
          description={tui(draft.service_is_public ? 'sharing.publicHint' : 'sharing.publicHintService')}
          checked={draft.visibility === 'public'}
          onChange={(event) => change({ visibility: event.currentTarget.checked ? 'public' : 'private' })}
        />
        <Divider />
        <CheckPerson resource={resource} />
        {problem ? (
          <Alert color="red" role="alert">
            {sentenceOf(problem)}
            {problem instanceof ApiError && problem.status === 409 ? (
              <Button variant="default" size="xs" mt={8} display="block" onClick={reload}>
                {tui('sharing.reload')}
              </Button>
            ) : null}
          </Alert>
        ) : null}
        <Group justify="space-between" gap={8}>
          {href === undefined ? <span /> : <CopyLink href={href} />}
          <Group gap={8}>
            <Button variant="default" onClick={onClose}>
              {tui('confirm.cancel')}
            </Button>
            <Button type="submit" disabled={!isChanged} loading={saving}>
              {tui('sharing.save')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

function CopyLink({ href }: { href: string }) {
  return (
    <CopyButton value={new URL(href, window.location.href).href} timeout={2000}>
      {({ copied, copy }) => (
        <Button variant="default" leftSection={<IconLink size={16} aria-hidden />} onClick={copy}>
          {copied ? tui('state.copied') : tui('sharing.copyLink')}
        </Button>
      )}
    </CopyButton>
  );
}
