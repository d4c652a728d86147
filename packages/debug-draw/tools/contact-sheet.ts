/** Writes every joint in every state, on dark and on light, at several levels of detail, into one SVG picture. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { drawBody } from '../src/draw-body';
import { drawJoint, type JointStyle } from '../src/draw-joint';
import { createPalette, type Palette } from '../src/palette';
import { Pen } from '../src/pen';
import { SvgSurface } from '../src/surfaces/svg-surface';
import { Viewport } from '../src/surfaces/viewport';
import { rows } from '../test/sheet';
import type { State } from '../test/sheet/state';

const cell = { width: 108, height: 96 };
const statesPerRow = 3;
const title = 16;
const margin = 8;
const columns = 4;

const output = resolve(process.argv[2] ?? 'dist/contact-sheet.svg');
const pages = [page('dark'), page('light'), levels('dark'), lines('dark')];
const width = Math.max(...pages.map((p) => p.width));
const height = pages.reduce((sum, p) => sum + p.height, 0);
mkdirSync(dirname(output), { recursive: true });
writeFileSync(output, sheet());
process.stdout.write(`${output}\n`);

interface Page {
  width: number;
  height: number;
  svg: string;
}

function sheet(): string {
  let top = 0;
  let body = '';
  for (const { height: pageHeight, svg } of pages) {
    body += `<g transform="translate(0 ${top})">${svg}</g>`;
    top += pageHeight;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>\n`;
}

/** All rows, in columns. */
function page(theme: 'dark' | 'light'): Page {
  const rowHeight = cell.height + title;
  const perColumn = Math.ceil(rows.length / columns);
  const columnWidth = statesPerRow * cell.width + 2 * margin;
  const size = { width: columns * columnWidth, height: perColumn * rowHeight + 2 * margin };
  return draw(theme, size, {}, (put, label) => {
    rows.forEach((row, i) => {
      const left = Math.floor(i / perColumn) * columnWidth + margin;
      const top = (i % perColumn) * rowHeight + margin;
      label(left, top + 10, row.name, 11, 'text');
      row.states.forEach((state, k) => {
        const segments = put(state, left + (k + 0.5) * cell.width, top + title + cell.height / 2);
        label(left + k * cell.width + 4, top + title + cell.height - 6, state.label, 8, 'link');
        label(left + (k + 1) * cell.width - 14, top + title + cell.height - 6, String(segments), 8, 'link');
      });
    });
  });
}

/** The first state of each row, full, medium, low and as a dot. */
function levels(theme: 'dark' | 'light'): Page {
  const perColumn = 9;
  const columnWidth = 4 * cell.width * 0.8;
  const rowHeight = cell.height * 0.9;
  const shown = rows.map((row) => row.states[Math.min(1, row.states.length - 1)]);
  const size = { width: Math.ceil(shown.length / perColumn) * columnWidth, height: perColumn * rowHeight + 2 * margin };
  return draw(theme, size, {}, (put, label) => {
    shown.forEach((state, i) => {
      const left = Math.floor(i / perColumn) * columnWidth;
      const top = (i % perColumn) * rowHeight + margin;
      ([3, 2, 1, 0] as const).forEach((detail, k) => {
        const x = left + (k + 0.5) * 0.8 * cell.width;
        const segments = put(state, x, top + rowHeight / 2, { detail });
        label(x - 6, top + rowHeight - 4, String(segments), 8, 'link');
      });
    });
  });
}

/** Some states where every line is 1 px wide and bold ones are doubled. */
function lines(theme: 'dark' | 'light'): Page {
  const shown = rows.slice(0, 9).map((row) => row.states[2]);
  const size = { width: shown.length * cell.width, height: cell.height + title };
  return draw(theme, size, { weights: false }, (put, label) => {
    label(margin, 12, 'every line 1 px wide, bold doubled', 11, 'text');
    shown.forEach((state, i) => put(state, (i + 0.5) * cell.width, title + cell.height / 2));
  });
}

type Put = (state: State, x: number, y: number, style?: JointStyle) => number;
type Label = (x: number, y: number, text: string, size: number, role: 'text' | 'link') => void;

/** A picture of its own palette. */
function draw(
  theme: 'dark' | 'light',
  size: { width: number; height: number },
  options: { weights?: boolean },
  fill: (put: Put, label: Label) => void,
): Page {
  const palette = createPalette(theme);
  const viewport = new Viewport({ ...size, centre: [size.width / 2, size.height / 2], yUp: false });
  const surface = new SvgSurface(viewport, options);
  const pen = new Pen(surface);
  let labels = '';
  pen.begin();
  fill(
    (state, x, y, style) => putState(pen, state, x, y, style),
    (x, y, text, fontSize, role) => (labels += textOf(palette, x, y, text, fontSize, role)),
  );
  pen.end(palette);
  const background = `<rect width="${size.width}" height="${size.height}" fill="${palette.background}"/>`;
  return { ...size, svg: background + surface.content + labels };
}

function putState(pen: Pen, state: State, x: number, y: number, style: JointStyle = {}): number {
  pen.enterInset(x, y);
  for (const { outline, x: bx, y: by, angle } of state.shapes) drawBody(pen, outline, bx, by, angle, 2);
  const before = pen.segments;
  drawJoint(pen, state.view, { selected: state.mark === 'selected', hovered: state.mark === 'hovered', ...style });
  pen.leaveInset();
  return pen.segments - before;
}

function textOf(palette: Palette, x: number, y: number, text: string, size: number, role: 'text' | 'link'): string {
  const color = palette.css[role === 'text' ? 17 * 12 + 4 : 2 * 12 + 4];
  return `<text x="${x}" y="${y}" font-family="sans-serif" font-size="${size}" fill="${color}">${text}</text>`;
}
