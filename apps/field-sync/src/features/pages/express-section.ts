import { html } from '@cairn/service';
import type { Markup } from '@cairn/service';
import { describeMade } from '../express/describe-made.ts';
import type { UnfinishedSetup } from '../express/types.ts';
import { dataAttributes } from './components.ts';
import { actionForm, selectField, textField } from './fields.ts';
import { expressProjects, geopackagesOf } from './offered-lists.ts';
import type { ServerRow } from './servers-page.ts';

const PAGE = 'quick-start.php';
const PROVIDERS = [
  { value: 'field', label: 'Mergin Maps' },
  { value: 'cloud', label: 'QFieldCloud' },
];

/** All four steps at once, with a new database; and what was begun so and did not come to its end. */
export function expressSection(servers: ServerRow[], unfinished: UnfinishedSetup[]): Markup {
  return html`<section class="panel">
      <h2>All at once</h2>
      <p>
        Creates the server, a PostGIS database with a login, the link and the project, and starts it. Sending
        the form again continues where it stopped and creates nothing twice.
      </p>
      ${expressForm(servers)}
    </section>
    ${unfinished.map(unfinishedPanel)}`;
}

function expressForm(servers: ServerRow[]): Markup {
  const saved = servers.map(({ id, name }) => ({ value: id, label: name }));
  return actionForm({
    ...{ action: 'express.php', does: 'create_express', id: 0, back: PAGE, next: 'admin/projects.php' },
    submit: 'Set up and start',
    fields: [
      selectField({
        ...{ name: 'service_id', label: 'Server', value: '' },
        entries: [{ value: '', label: 'A new one, with the login below' }, ...saved],
      }),
      textField({
        ...{ name: 'field_url', label: 'Address', type: 'url', value: '', maxLength: 2000 },
        ...{ placeholder: 'https://app.merginmaps.com', hint: 'Of Mergin Maps or QFieldCloud.' },
      }),
      textField({ name: 'field_user', label: 'User', value: '' }),
      textField({ name: 'field_pass', label: 'Password', type: 'password', value: '' }),
      selectField({
        ...{ name: 'provider', label: 'Kind', value: 'field', entries: PROVIDERS },
        hint: 'Used only if the server does not identify itself.',
      }),
      textField({
        ...{ name: 'field_proj_id', label: 'Project', value: '', required: true, placeholder: 'crew/lakes' },
        hint: 'Its id, or workspace/name or owner/name.',
        offers: expressProjects(),
      }),
      textField({
        ...{ name: 'geopackage', label: 'GeoPackage', value: '', placeholder: 'survey.gpkg' },
        hint: 'Its path, where the project has several.',
        offers: geopackagesOf({ server: 'service_id', project: 'field_proj_id' }),
      }),
      textField({ name: 'sleep_time', label: 'Seconds between checks', type: 'number', value: '10' }),
      textField({
        ...{ name: 'connection_id', label: 'Database server', type: 'number', value: '' },
        hint: 'Its number in database administration, where there are several.',
      }),
    ],
  });
}

function unfinishedPanel({ id, name, url, username, providerProject, made }: UnfinishedSetup): Markup {
  const attributes = dataAttributes({ express: '', id, name, url, username, 'project-id': providerProject });
  return html`<section class="panel" ${attributes}>
    <h2>Not complete: ${name}</h2>
    <p>
      Project ${providerProject} of ${username} at ${url}. ${describeMade(made)} Send the form above again
      with the same server and project to continue.
    </p>
    ${actionForm({
      ...{
        action: 'express.php',
        does: 'take_back',
        id,
        back: PAGE,
        fields: [],
        submit: 'Remove what was created',
      },
      ...{ danger: true, confirm: `Remove what was created for ${name}, with its database?` },
    })}
  </section>`;
}
