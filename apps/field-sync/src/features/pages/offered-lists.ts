import type { OfferedList, OfferRequest } from './island-data.ts';

/** The projects on the saved server that a field of the form names. */
export function projectsOf(server: string): OfferedList {
  return { list: 'projects', requests: [requestOfServer(server)] };
}

/** The projects on a saved server, else those that the login in the form of the quick start may read. */
export function expressProjects(): OfferedList {
  return {
    list: 'projects',
    requests: [requestOfServer('service_id'), requestOfLogin('field'), requestOfLogin('cloud')],
  };
}

/** The packages of a project on a saved server; fields of the form name both. */
export function geopackagesOf({ server, project }: { server: string; project: string }): OfferedList {
  const fields = { id: server, project_id: project };
  return { list: 'geopackages', requests: [{ action: 'server.php', does: 'list_geopackages', fields }] };
}

function requestOfServer(server: string): OfferRequest {
  return { action: 'server.php', does: 'list_projects', fields: { id: server } };
}

function requestOfLogin(kind: 'field' | 'cloud'): OfferRequest {
  const parts = ['user', 'pass', 'url'];
  return {
    action: 'express.php',
    does: `list_${kind}_projects`,
    fields: Object.fromEntries(parts.map((part) => [`${kind}_${part}`, `field_${part}`])),
    // Without an address it is the public service of Mergin Maps.
    optional: kind === 'field' ? ['field_url'] : [],
    when: { provider: kind },
  };
}
