import type { Position } from 'geojson';
import type { Point, Projection } from './projection.ts';

export interface Frame {
  width: number;
  height: number;
}

export interface Drawing {
  projection: Projection;
  frame: Frame;
}

/** Points outside the frame by less than this are kept, so that the line along the cut stays invisible. */
const MARGIN = 20;
/** Points closer to the last one than this are left out. */
const STEP = 0.15;

/** Path of a ring, cut at the frame; empty when nothing of it is inside. `offset` moves it by degrees of longitude. */
export function ringPath(ring: Position[], drawing: Drawing, offset = 0): string {
  const points = clipRing(projectAll(ring, drawing, offset), drawing.frame);
  return points.length < 3 ? '' : `${toPath(points)}Z`;
}

/** Path of a line, without the stretches outside the frame. */
export function linePath(line: Position[], drawing: Drawing, offset = 0): string {
  const { width, height } = drawing.frame;
  const isNear = (a: Point, b: Point) =>
    Math.max(a[0], b[0]) >= -MARGIN &&
    Math.min(a[0], b[0]) <= width + MARGIN &&
    Math.max(a[1], b[1]) >= -MARGIN &&
    Math.min(a[1], b[1]) <= height + MARGIN;
  const parts: Point[][] = [];
  let part: Point[] = [];
  const points = projectAll(line, drawing, offset);
  for (const [index, point] of points.entries()) {
    const previous = points[index - 1];
    if (!previous) continue;
    if (!isNear(previous, point)) {
      part = [];
      continue;
    }
    if (part.length === 0) {
      part = [previous];
      parts.push(part);
    }
    part.push(point);
  }
  return parts.map(toPath).join('');
}

function projectAll(positions: Position[], { projection }: Drawing, offset: number): Point[] {
  const points: Point[] = [];
  for (const [longitude = 0, latitude = 0] of positions) {
    const point = projection.project(longitude + offset, latitude);
    const last = points.at(-1);
    const isClose = last && Math.abs(last[0] - point[0]) + Math.abs(last[1] - point[1]) < STEP;
    if (!isClose) points.push(point);
  }
  return points;
}

/** Sutherland and Hodgman: cuts a ring at each side of the frame. */
function clipRing(ring: Point[], { width, height }: Frame): Point[] {
  const sides = [
    { axis: 0, limit: -MARGIN, keeps: 1 },
    { axis: 0, limit: width + MARGIN, keeps: -1 },
    { axis: 1, limit: -MARGIN, keeps: 1 },
    { axis: 1, limit: height + MARGIN, keeps: -1 },
  ] as const;
  let points = ring;
  for (const { axis, limit, keeps } of sides) {
    const isInside = (point: Point) => (point[axis] - limit) * keeps >= 0;
    if (points.every(isInside)) continue;
    const clipped: Point[] = [];
    let previous = points.at(-1);
    for (const point of points) {
      if (previous && isInside(point) !== isInside(previous)) {
        const part = (limit - previous[axis]) / (point[axis] - previous[axis]);
        clipped.push([
          previous[0] + (point[0] - previous[0]) * part,
          previous[1] + (point[1] - previous[1]) * part,
        ]);
      }
      if (isInside(point)) clipped.push(point);
      previous = point;
    }
    points = clipped;
  }
  return points;
}

function toPath(points: Point[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
