// Renders measurements as SVG: bar charts and line charts.

const WIDTH = 800;
const MARGIN = 24;
const LINE = 18;
/** Heights of a bar and of a line chart, and the gap between panels. */
const BAR = 16;
const CURVES = 220;
const GAP = 40;
/** Space for row names, and for axis labels. */
const NAMES = 150;
const FIGURES = 44;
/** Space for the label of the longest bar. */
const END = 56;

/** The picture has its own background, because the page around it can be light or dark. */
const STYLE = `
  :root { --ground: #fff; --text: #1f2328; --quiet: #59636e; --rule: #d1d9e0; --s0: #0b57d0; --s1: #b3460b; --s2: #0f766e; --s3: #7b2fbf }
  @media (prefers-color-scheme: dark) { :root { --ground: #151b23; --text: #f0f6fc; --quiet: #a9b4c0; --rule: #3d444d; --s0: #7cacf8; --s1: #ffab70; --s2: #4fd1bd; --s3: #d2a8ff } }
  text { font: 13px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; fill: var(--text) }
  .title { font-size: 17px; font-weight: 600 } .head { font-weight: 600 } .quiet { fill: var(--quiet) } .end { text-anchor: end } .middle { text-anchor: middle }
  .ground { fill: var(--ground) } .rule { stroke: var(--rule) }
  .f0 { fill: var(--s0) } .f1 { fill: var(--s1) } .f2 { fill: var(--s2) } .f3 { fill: var(--s3) }
  .l { fill: none; stroke-width: 2.5; stroke-linejoin: round } .l0 { stroke: var(--s0) } .l1 { stroke: var(--s1); stroke-dasharray: 8 4 } .l2 { stroke: var(--s2); stroke-dasharray: 2 4 } .l3 { stroke: var(--s3); stroke-dasharray: 12 4 2 4 }
`;

const ENTITIES = /** @type {Record<string, string>} */ ({
  "&": "&amp;",
  "<": "&lt;",
  '"': "&quot;",
});

/** @param {string} words */
const escaped = (words) => words.replace(/[&<"]/g, (sign) => ENTITIES[sign] ?? sign);

/** A coordinate, in pixels. @param {number} place */
const px = (place) => String(Math.round(place * 10) / 10);

/** @param {number} x @param {number} y baseline @param {string} words @param {string} [kind] */
const text = (x, y, words, kind = "") =>
  `<text x="${px(x)}" y="${px(y)}"${kind && ` class="${kind}"`}>${escaped(words)}</text>`;

/** @param {number} x @param {number} y @param {number} width @param {number} height @param {string} kind */
const box = (x, y, width, height, kind) =>
  `<rect x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}" class="${kind}"/>`;

/** @param {number} x @param {number} y @param {number} toX @param {number} toY */
const rule = (x, y, toX, toY) =>
  `<line x1="${px(x)}" y1="${px(y)}" x2="${px(toX)}" y2="${px(toY)}" class="rule"/>`;

/**
 * Returns round axis values from 0 to at least `most`.
 *
 * @param {number} most more than 0
 */
export function ticks(most) {
  const power = 10 ** Math.floor(Math.log10(most));
  const step =
    [0.2, 0.5, 1, 2].map((part) => part * power).find((step) => most / step <= 5) ?? power;
  const count = Math.ceil(most / step - 1e-9);
  // Removes floating-point noise.
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(6)));
}

/**
 * @typedef {object} Texts The texts of a picture.
 * @property {string} title
 * @property {string} description alternative text
 */

/** @param {Texts} texts @param {number} height @param {string[]} parts */
const picture = ({ title, description }, height, parts) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${px(height)}" width="${WIDTH}" height="${px(height)}" role="img" aria-labelledby="title description">
<title id="title">${escaped(title)}</title>
<desc id="description">${escaped(description)}</desc>
<style>${STYLE}</style>
<rect width="100%" height="100%" rx="8" class="ground"/>
${[text(MARGIN, MARGIN + 14, title, "title"), ...parts].join("\n")}
</svg>
`;

/**
 * Renders the legend of a panel.
 *
 * @param {number} x @param {number} y @param {string[]} names @param {(index: number, x: number, y: number) => string} mark
 */
const legend = (x, y, names, mark) =>
  names.flatMap((name, index) => [
    mark(index, x, y + index * LINE),
    text(x + 32, y + index * LINE, name, "quiet"),
  ]);

/** Returns the maximum, or a number slightly above 0. @param {number[]} figures */
const largest = (figures) => Math.max(...figures, Number.MIN_VALUE);

/**
 * @typedef {object} Bars
 * @property {string} title with the unit
 * @property {number} digits after the decimal point
 * @property {boolean} isStacked whether a row's bars are stacked and their sum is shown
 * @property {{ name: string; values: number[] }[]} series at most four, with a value per row (0 for
 * none)
 */

/**
 * Renders a bar chart in one or two panels, which share row names.
 *
 * @param {Texts & { rows: string[][]; panels: Bars[] }} figures rows: the lines of each name
 * @returns {string} SVG
 */
export function bars({ rows, panels, ...texts }) {
  const width = (WIDTH - 2 * MARGIN - NAMES - (panels.length - 1) * GAP) / panels.length;
  const legendHeight = Math.max(...panels.map(({ series }) => series.length)) * LINE;
  const headY = MARGIN + 50;
  const top = headY + legendHeight + 18;
  const barsInRow = panels.map(({ isStacked, series }) => (isStacked ? 1 : series.length));
  const linesInRow = Math.max(...rows.map((lines) => lines.length));
  const rowHeight = Math.max(Math.max(...barsInRow) * BAR, linesInRow * LINE) + 18;
  const bottom = top + rows.length * rowHeight;

  const names = rows.flatMap((lines, row) => {
    const first = top + (row + 0.5) * rowHeight - ((lines.length - 1) * LINE) / 2 + 4;
    return [
      rule(MARGIN, top + row * rowHeight, WIDTH - MARGIN, top + row * rowHeight),
      ...lines.map((line, index) =>
        text(MARGIN, first + index * LINE, line, index === 0 ? "head" : "quiet"),
      ),
    ];
  });
  const charts = panels.flatMap(({ title, digits, isStacked, series }, panel) => {
    const left = MARGIN + NAMES + panel * (width + GAP);
    const sums = rows.map((_, row) =>
      series.reduce((sum, { values }) => sum + (values[row] ?? 0), 0),
    );
    const most = largest(isStacked ? sums : series.flatMap(({ values }) => values));
    const wide = (/** @type {number} */ value) => (value / most) * (width - END);
    const rowBars = rows.flatMap((_, row) => {
      const shown = series
        .map(({ values }, index) => ({ index, value: values[row] ?? 0 }))
        .filter(({ value }) => value > 0);
      const y = top + (row + 0.5) * rowHeight - ((isStacked ? 1 : shown.length) * BAR) / 2;
      if (shown.length === 0) return [text(left, y + BAR - 4, "-")];
      if (!isStacked) {
        return shown.flatMap(({ index, value }, place) => [
          box(left, y + place * BAR, wide(value), BAR - 3, `f${index}`),
          text(left + wide(value) + 6, y + (place + 1) * BAR - 4, value.toFixed(digits)),
        ]);
      }
      let x = left;
      const boxes = shown.map(({ index, value }) => {
        const bar = box(x, y, wide(value), BAR - 3, `f${index}`);
        x += wide(value);
        return bar;
      });
      return [...boxes, text(x + 6, y + BAR - 4, (sums[row] ?? 0).toFixed(digits))];
    });
    const square = (
      /** @type {number} */ index,
      /** @type {number} */ x,
      /** @type {number} */ y,
    ) => box(x, y - 11, 22, 12, `f${index}`);
    const keys = legend(
      left,
      headY + LINE + 2,
      series.map(({ name }) => name),
      square,
    );
    return [text(left, headY, title, "head"), ...keys, ...rowBars];
  });
  return picture(texts, bottom + MARGIN / 2, [...names, ...charts]);
}

/**
 * @typedef {object} Curves
 * @property {string} title with the unit
 * @property {{ name: string; values: number[] }[]} lines at most four, with a value per number on the x axis
 */

/**
 * Renders a line chart with a logarithmic x axis, in one or two panels.
 *
 * @param {Texts & { over: { title: string; numbers: number[] }; panels: Curves[] }} figures numbers: at
 * least two, all positive
 * @returns {string} SVG
 */
export function curves({ over, panels, ...texts }) {
  const width = (WIDTH - 2 * MARGIN - (panels.length - 1) * GAP) / panels.length;
  const legendHeight = Math.max(...panels.map(({ lines }) => lines.length)) * LINE;
  const headY = MARGIN + 50;
  const top = headY + legendHeight + 24;
  const bottom = top + CURVES;
  const [least, most] = [Math.log(Math.min(...over.numbers)), Math.log(Math.max(...over.numbers))];

  const charts = panels.flatMap(({ title, lines }, panel) => {
    const left = MARGIN + FIGURES + panel * (width + GAP);
    const right = left + width - FIGURES - END / 2;
    const axis = ticks(largest(lines.flatMap(({ values }) => values)));
    const x = (/** @type {number} */ number) =>
      left + ((Math.log(number) - least) / (most - least)) * (right - left);
    const y = (/** @type {number} */ value) => bottom - (value / (axis.at(-1) ?? 1)) * CURVES;
    const stroke = (
      /** @type {number} */ index,
      /** @type {number} */ x,
      /** @type {number} */ y,
    ) => `<path d="M${px(x)} ${px(y - 5)}H${px(x + 24)}" class="l l${index}"/>`;
    return [
      text(left - FIGURES, headY, title, "head"),
      ...legend(
        left - FIGURES,
        headY + LINE + 2,
        lines.map(({ name }) => name),
        stroke,
      ),
      ...axis.flatMap((tick) => [
        rule(left, y(tick), right, y(tick)),
        text(left - 8, y(tick) + 4, String(tick), "quiet end"),
      ]),
      ...over.numbers.map((number) =>
        text(x(number), bottom + LINE, number.toLocaleString("en-GB"), "quiet middle"),
      ),
      text((left + right) / 2, bottom + 2 * LINE + 2, over.title, "quiet middle"),
      ...lines.flatMap(({ values }, index) => {
        const points = values.map((value, at) => `${px(x(over.numbers[at] ?? 1))} ${px(y(value))}`);
        const dots = points.map((point) => {
          const [cx, cy] = point.split(" ");
          return `<circle cx="${cx}" cy="${cy}" r="3.5" class="f${index}"/>`;
        });
        return [`<path d="M${points.join("L")}" class="l l${index}"/>`, ...dots];
      }),
    ];
  });
  return picture(texts, bottom + 2 * LINE + MARGIN, charts);
}
