/** Three significant digits. */
export function number(x) {
  if (x === 0) return '0';
  const size = Math.abs(x);
  return size >= 1e-3 && size < 1e5 ? String(Number(x.toPrecision(3))) : x.toExponential(1);
}

/** A Markdown table, padded so that it reads as text too. */
export function table(head, rows) {
  const lines = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, i) => Math.max(...lines.map((row) => row[i].length), 3));
  const draw = (row) =>
    `| ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join(' | ')} |`;
  return [draw(lines[0]), draw(widths.map((w) => '-'.repeat(w))), ...lines.slice(1).map(draw)].join('\n');
}
