import { html } from '@cairn/service';
import type { Markup } from '@cairn/service';
import { fingerprintOf } from '../file-targets/push/host-key.ts';
import { facts, notice } from './components.ts';
import { actionForm } from './fields.ts';
import type { TargetRow } from './types.ts';

/** The host key that was kept of the machine of a target, and another one that it sent since, to be accepted. */
export function hostKeyPanel(target: TargetRow): Markup | null {
  const { hostKey, offeredHostKey } = target;
  if (hostKey === null) return null;
  const kept = fingerprintOf(hostKey);
  return html`<section class="panel">
    <h2>Host key</h2>
    ${
      offeredHostKey === null
        ? html`<p>${kept}</p>
            <p class="quiet">
              Kept from the first connection, or accepted since. With another one nothing is copied.
            </p>`
        : offer(target, kept, fingerprintOf(offeredHostKey))
    }
  </section>`;
}

function offer({ id, name, host }: TargetRow, kept: string, sent: string): Markup {
  return html`${notice(
      `${host} answered with another key. Either the machine was reinstalled, or another machine impersonates it.`,
      'bad',
    )}
    ${facts([
      ['Kept', kept],
      ['Received', sent],
    ])}
    <p class="quiet">
      On that machine <code>ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub</code> shows its fingerprint.
      Accept the new key only if it is that one.
    </p>
    ${actionForm({
      action: 'rsync.php',
      does: 'accept_key',
      id,
      back: `rsyncs.php?id=${id}`,
      fields: html`<input type="hidden" name="fingerprint" value="${sent}" />`,
      submit: 'Accept the new key',
      confirm: `Send the password of ${name} and its files to the machine with ${sent}?`,
      danger: true,
    })}`;
}
