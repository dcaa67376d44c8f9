// A company's colours, which are custom properties in its CSS (docs/branding.md).

/** The colours that the desk edits, with the site's defaults. */
export const COLOURS = { accent: "#1f4f82", background: "#f5f6f8", text: "#1c2430" } as const;
export type ColourName = keyof typeof COLOURS;
export type Colours = Record<ColourName, string>;

export const COLOUR_NAMES = Object.keys(COLOURS) as ColourName[]; // has only these keys

const property = (name: string) => new RegExp(`(--${name}\\s*:\\s*)([^;}]*)`);

/** Reads a colour from a company's CSS. Returns undefined if it is missing or not in hexadecimal. */
export const readColour = (css: string, name: ColourName): string | undefined =>
  parseColour(property(name).exec(css)?.[2] ?? "");

/** Accepts three or six hex digits, with or without `#`. Returns `#rrggbb`. */
export function parseColour(text: string): string | undefined {
  const [, short, long] = /^#?(?:([\da-f]{3})|([\da-f]{6}))$/i.exec(text.trim()) ?? [];
  const digits = short?.replace(/./g, "$&$&") ?? long;
  return digits === undefined ? undefined : `#${digits.toLowerCase()}`;
}

/** Sets colours in a company's CSS. The rest of the CSS is unchanged. */
export function setColours(css: string, colours: Partial<Colours>): string {
  const added: string[] = [];
  let changed = css;
  for (const name of COLOUR_NAMES) {
    const colour = colours[name];
    if (colour === undefined || colour === (readColour(changed, name) ?? COLOURS[name])) continue;
    const values = {
      [name]: colour,
      ...(name === "accent" && { "accent-text": contrastingText(colour) }),
    };
    for (const [key, value] of Object.entries(values)) {
      if (property(key).test(changed)) changed = changed.replace(property(key), `$1${value}`);
      else added.push(`  --${key}: ${value};\n`);
    }
  }
  return added.length === 0 ? changed : `:root {\n${added.join("")}}\n${changed}`;
}

export const newCompanyCss = (
  accent: string,
): string => `/* docs/branding.md lists all properties. */
:root {
  color-scheme: light dark;
  --accent: ${accent};
  --accent-text: ${contrastingText(accent)};
  --radius: 0.5rem;
}
`;

/** The relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\da-f]{2}/g) ?? []).map((pair) => {
    const part = Number.parseInt(pair, 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast of two colours, from 1 to 21 (WCAG 2.2). */
export function contrast(first: string, second: string): number {
  const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns black or white, whichever contrasts more with the colour. */
export const contrastingText = (colour: string): string =>
  luminance(colour) > 0.179 ? "#000" : "#fff";
