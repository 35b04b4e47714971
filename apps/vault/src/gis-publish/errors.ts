import { notFound } from '@cairn/service';
import type { AppError } from '@cairn/service';

export function noSuchProject(id: string): AppError {
  return notFound('gis.no_such_project', `There is no GIS project "${id}".`);
}

export function noSuchSnapshot(version: number): AppError {
  return notFound('gis.no_such_version', `The GIS project has no version ${version}.`);
}
