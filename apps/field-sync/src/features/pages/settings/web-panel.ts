import { html } from '@cairn/service';
import type { Markup } from '@cairn/service';
import type { ProjectRights } from '../../projects/rights.ts';
import type { Publication } from '../../web-publishing/types.ts';
import { dataAttributes, facts, notice, whoMay } from '../components.ts';
import { actionButton } from '../fields.ts';
import { relativeTime } from '../format.ts';

/**
 * Where a project is on the web, and for those who may the button that puts it there; once it is there, each applied version follows by
 * itself.
 */
export function webPanel(
  projectId: number,
  {
    publication,
    failure,
    mayChange,
  }: Pick<ProjectRights, 'mayChange'> & { publication: Publication | null; failure: string | null },
  now: Date,
): Markup {
  const attributes = dataAttributes({
    ...{ publication: publication?.id, 'viewer-url': publication?.viewerUrl },
    ...{ seq: publication?.seq, 'published-at': publication?.publishedAt },
  });
  const button = actionButton({
    ...{ action: 'publish_web.php', fields: { id: String(projectId) } },
    back: `project_settings.php?id=${projectId}&tab=project`,
    submit: publication ? 'Publish again' : 'Publish to the web',
  });
  return html`<section class="panel" ${attributes}>
    <h2>On the web</h2>
    ${failure === null ? null : notice(`The last publication failed: ${failure}`, 'bad')}
    ${
      publication
        ? facts([
            ['Viewer', html`<a href="${publication.viewerUrl}">${publication.viewerUrl}</a>`],
            ['Published', relativeTime(publication.publishedAt, now)],
          ])
        : html`<p class="quiet">
            Not published yet. Once published, each applied version follows automatically.
          </p>`
    }
    ${mayChange ? button : whoMay('Administrators publish projects.')}
  </section>`;
}
