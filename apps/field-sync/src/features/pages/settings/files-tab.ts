import { html } from '@cairn/service';
import type { Markup } from '@cairn/service';
import type { RetainedPackage } from '../../packages/types.ts';
import type { ProjectRights } from '../../projects/rights.ts';
import { badge, dataAttributes, whoMay } from '../components.ts';
import { formatBytes, relativeTime, versionLabel } from '../format.ts';

/** The packages that are kept, as links, and for those who may the link that removes those that nothing needs. */
export function filesTab(
  projectId: number,
  packages: RetainedPackage[],
  { mayChange, now }: Pick<ProjectRights, 'mayChange'> & { now: Date },
): Markup {
  if (packages.length === 0) return html`<section class="panel empty">No packages are kept yet.</section>`;
  const clean = `admin/action/files.php?id=${projectId}&clean=true`;
  return html`<section class="panel flush">
      <table class="cards">
        <thead>
          <tr>
            <th scope="col">Package</th>
            <th scope="col">Version</th>
            <th scope="col">Fetched</th>
            <th scope="col">Applied</th>
            <th scope="col" class="number">Size</th>
          </tr>
        </thead>
        <tbody>
          ${packages.map((each) => row(projectId, each, now))}
        </tbody>
      </table>
    </section>
    ${
      mayChange
        ? html`<details>
            <summary>Remove packages</summary>
            <p>All but the applied one and those that a run needs are removed. They cannot be restored.</p>
            <p class="actions"><a class="button danger" href="${clean}">Remove packages</a></p>
          </details>`
        : whoMay('Administrators remove packages that are no longer needed.')
    }`;
}

function row(projectId: number, retained: RetainedPackage, now: Date): Markup {
  const { name, size, sha256, version, createdAt, appliedAt, isApplied } = retained;
  const attributes = dataAttributes({
    package: '',
    name,
    size,
    sha256,
    version,
    created: createdAt,
    applied: appliedAt,
  });
  const href = `admin/action/files.php?id=${projectId}&gpkg=${encodeURIComponent(name)}`;
  return html`<tr>
    <th scope="row"><a href="${href}" ${attributes}>${name}</a></th>
    <td data-label="Version">${versionLabel(version)}</td>
    <td data-label="Fetched">${relativeTime(createdAt, now)}</td>
    <td data-label="Applied">
      ${relativeTime(appliedAt, now) ?? 'no'} ${isApplied ? badge('in the tables', 'good') : null}
    </td>
    <td class="number" data-label="Size">${formatBytes(size)}</td>
  </tr>`;
}
