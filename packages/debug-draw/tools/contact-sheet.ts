/**
 * Writes one SVG picture of everything the overlay can draw: made-up joints in every state on dark and on light, at
 * falling zoom, with lines of one width; and a world with every built-in joint, with its legend.
 *
 *   npm run contact-sheet -w @tenon/debug-draw -- [file]
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DebugDraw } from '../src/debug-draw';
import { drawBody } from '../src/draw-body';
import { drawJoint } from '../src/draw-joint';
import { inkOf } from '../src/ink';
import { createPalette, type Palette } from '../src/palette';
import { Pen } from '../src/pen';
import { SvgSurface } from '../src/surfaces/svg-surface';
import { Viewport } from '../src/surfaces/viewport';
import { rows, type State } from '../test/sheet';
import { everyJoint } from '../test/sheet/every-joint';

type ThemeName = 'dark' | 'light';

interface Page {
  width: number;
  height: number;
  svg: string;
}

interface Size {
  width: number;
  height: number;
}

const cell: Size = { width: 108, height: 96 };
const statesPerRow = 3;
const title = 16;
const margin = 8;
const columns = 4;

/** Room for the legend of a world in two columns. */
const legendWidth = 390;

const pages = [page('dark'), page('light'), zooms('dark'), lines('dark'), world('dark', 60), world('light', 25)];
const output = resolve(process.argv[2] ?? 'dist/contact-sheet.svg');
mkdirSync(dirname(output), { recursive: true });
writeFileSync(output, stacked(pages));
process.stdout.write(`${output}\n`);

/** Pages one below another. */
function stacked(pages: readonly Page[]): string {
  const width = Math.max(...pages.map((each) => each.width));
  let height = 0;
  let body = '';
  for (const each of pages) {
    body += `<g transform="translate(0 ${height})">${each.svg}</g>`;
    height += each.height;
  }
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${body}</svg>\n`;
}

/** All rows, in columns, with the segments of each picture. */
function page(theme: ThemeName): Page {
  const rowHeight = cell.height + title;
  const perColumn = Math.ceil(rows.length / columns);
  const columnWidth = statesPerRow * cell.width + 2 * margin;
  const size = { width: columns * columnWidth, height: perColumn * rowHeight + 2 * margin };
  return draw(theme, size, true, (put, label) => {
    rows.forEach((row, i) => {
      const left = Math.floor(i / perColumn) * columnWidth + margin;
      const top = (i % perColumn) * rowHeight + margin;
      label(left, top + 10, row.name, 11, 'text');
      row.states.forEach((state, k) => {
        const segments = put(state, left + (k + 0.5) * cell.width, top + title + cell.height / 2, 1);
        label(left + k * cell.width + 4, top + title + cell.height - 6, state.label, 8, 'link');
        label(left + (k + 1) * cell.width - 14, top + title + cell.height - 6, String(segments), 8, 'link');
      });
    });
  });
}

/** One state of each row as the camera moves away. */
function zooms(theme: ThemeName): Page {
  const steps = [
    { zoom: 1, x: 54 },
    { zoom: 0.5, x: 140 },
    { zoom: 0.25, x: 190 },
    { zoom: 0.1, x: 220 },
  ];
  const columnWidth = 250;
  const perColumn = Math.ceil(rows.length / 5);
  const size = { width: 5 * columnWidth, height: perColumn * cell.height + title };
  return draw(theme, size, true, (put, label) => {
    label(margin, 12, 'zoom 1, 0.5, 0.25, 0.1', 11, 'text');
    rows.forEach((row, i) => {
      const left = Math.floor(i / perColumn) * columnWidth;
      const top = title + (i % perColumn) * cell.height;
      for (const { zoom, x } of steps) {
        const segments = put(row.states[1], left + x, top + cell.height / 2, zoom);
        label(left + x - 6, top + cell.height - 4, String(segments), 8, 'link');
      }
    });
  });
}

/** Some states where every line is 1 px wide and bold ones are doubled. */
function lines(theme: ThemeName): Page {
  const shown = rows.slice(0, 11).map((row) => row.states[2]);
  const size = { width: shown.length * cell.width, height: cell.height + title };
  return draw(theme, size, false, (put, label) => {
    label(margin, 12, 'every line 1 px wide, bold doubled', 11, 'text');
    shown.forEach((state, i) => put(state, (i + 0.5) * cell.width, title + cell.height / 2, 1));
  });
}

/** Every built-in joint as it is a moment after it was made, with the legend. */
function world(theme: ThemeName, zoom: number): Page {
  const world = everyJoint();
  for (let i = 0; i < 10; i++) world.step(1 / 60);
  const size = { width: zoom * 20 + legendWidth, height: Math.max(zoom * 13, 500) };
  const surface = new SvgSurface(new Viewport({ ...size, center: [-legendWidth / 2 / zoom, 0], zoom }));
  const debug = new DebugDraw(world, surface, { theme, legend: true });
  debug.draw();
  debug.dispose();
  return { ...size, svg: background(size, debug.palette) + surface.content };
}

/** Draws a state at a place and a zoom; returns its segments. */
type Put = (state: State, x: number, y: number, zoom: number) => number;
type Label = (x: number, y: number, text: string, size: number, role: 'text' | 'link') => void;

/** A page of its own surface and palette. */
function draw(theme: ThemeName, size: Size, weights: boolean, fill: (put: Put, label: Label) => void): Page {
  const palette = createPalette(theme);
  const viewport = new Viewport({ ...size, center: [size.width / 2, size.height / 2], yUp: false });
  const surface = new SvgSurface(viewport, { weights });
  const pen = new Pen(surface);
  let labels = '';
  pen.begin();
  fill(
    (state, x, y, zoom) => putState(pen, state, x, y, zoom),
    (x, y, text, fontSize, role) => (labels += textOf(palette, x, y, text, fontSize, role)),
  );
  pen.end(palette);
  return { ...size, svg: background(size, palette) + surface.content + labels };
}

function putState(pen: Pen, state: State, x: number, y: number, zoom: number): number {
  pen.enterInset(x, y, zoom);
  for (const { outline, x: bx, y: by, angle } of state.shapes) drawBody(pen, outline, bx, by, angle, 2);
  const before = pen.segments;
  drawJoint(pen, state.view, { selected: state.mark === 'selected', hovered: state.mark === 'hovered' });
  pen.leaveInset();
  return pen.segments - before;
}

function background({ width, height }: Size, palette: Palette): string {
  return `<rect width="${width}" height="${height}" fill="${palette.background}"/>`;
}

function textOf(palette: Palette, x: number, y: number, text: string, size: number, role: 'text' | 'link'): string {
  const color = palette.css[inkOf(role, 1, 0)];
  return `<text x="${x}" y="${y}" font-family="sans-serif" font-size="${size}" fill="${color}">${text}</text>`;
}
