import { notifyError } from '../api/use-api.ts';
import { requestJson } from '../api/request.ts';
import { notifyDone } from '../form/notify.tsx';
import { refresh } from './refresh.ts';

interface ActionResult {
  success: boolean;
  message: string;
}

/** Where a page leaves what an action said for the page that follows. */
const SAID = 'cairn.said';

/**
 * Sends the forms marked `data-action` without leaving the page and says what came of it. `data-confirm` asks before, `data-then` names
 * the page that follows on success. Returns a function that stops it.
 */
export function sendForms(root: HTMLElement, onChange: () => void): () => void {
  const said = sessionStorage.getItem(SAID);
  sessionStorage.removeItem(SAID);
  if (said !== null) notifyDone(said);

  async function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(form, submitter)) {
      if (typeof value === 'string') fields.append(name, value);
    }
    // Only browsers without scripts are led back to a page.
    const address = new URL(form.action);
    address.searchParams.delete('back');
    const request = { method: 'POST', body: fields, headers: { Accept: 'application/json' } };
    const { success, message } = await requestJson<ActionResult>(address.href, request);
    showResult(form, { success, message });
    if (!success) return;
    const next = submitter?.dataset.then ?? form.dataset.then;
    if (next) {
      sessionStorage.setItem(SAID, message);
      window.location.assign(next);
      return;
    }
    notifyDone(message);
    await refresh(root, { liveOnly: false });
    onChange();
  }

  function onSubmit(event: SubmitEvent): void {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset.action === undefined) return;
    event.preventDefault();
    const question = event.submitter?.dataset.confirm ?? form.dataset.confirm;
    if (question !== undefined && !window.confirm(question)) return;
    if (form.ariaBusy === 'true') return;
    form.ariaBusy = 'true';
    void send(form, event.submitter)
      .catch(notifyError)
      .finally(() => {
        form.ariaBusy = null;
      });
  }
  root.addEventListener('submit', onSubmit);
  return () => root.removeEventListener('submit', onSubmit);
}

/** A refusal is shown in the form, where the fields are. */
function showResult(form: HTMLFormElement, { success, message }: ActionResult): void {
  form.querySelector(':scope > [data-result]')?.remove();
  if (success) return;
  const result = document.createElement('p');
  result.dataset.result = '';
  result.className = 'notice bad';
  result.role = 'alert';
  result.textContent = message;
  form.prepend(result);
  result.scrollIntoView({ block: 'nearest' });
}
