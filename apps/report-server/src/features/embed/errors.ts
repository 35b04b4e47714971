import { badRequest, forbidden, notFound } from '@cairn/service';
import type { AppError } from '@cairn/service';

/** For a token or session that is wrong in any way: the words never say why. */
export function embedRefused(): AppError {
  return forbidden(
    'access.embed_refused',
    'This embedded page cannot be shown. Reload the site that shows it, or ask its owner.',
  );
}

export function noSuchToken(id: number): AppError {
  return notFound('report-server.no_such_token', `You have no embed token ${id}. Go back to the list.`);
}

/** The same words for a resource that is missing and for one that the caller may not view. */
export function nothingToEmbed(type: string, name: string): AppError {
  return notFound(
    'report-server.nothing_to_embed',
    `There is no ${type} "${name}" that you may embed. Check its key and owner.`,
  );
}

export function closedDatasource(key: string): AppError {
  return forbidden(
    'report-server.datasource_closed',
    `You may not view the datasource "${key}", which this token would read. Ask an administrator.`,
  );
}

/** `place` is a member of the request, such as `parameters.region`. */
export function badToken(place: string, sentence: string): AppError {
  return badRequest('report-server.bad_embed_token', `${place}: ${sentence}`);
}
