// Warns about a company's CSS: what browsers will not load or parse, and colours that are hard to read.
import { transformSync, type Message } from "esbuild";

interface Warning {
  line: number;
  text: string;
}

export const brandWarnings = (css: string): Warning[] =>
  [...cssWarnings(css), ...contrastWarnings(css)].sort((a, b) => a.line - b.line);

const lineAt = (css: string, index: number) => css.slice(0, index).split("\n").length;

/** What does not parse, and addresses that browsers will not load. */
function cssWarnings(css: string): Warning[] {
  return [...syntaxWarnings(css), ...addressWarnings(withoutComments(css))];
}

function syntaxWarnings(css: string): Warning[] {
  const lines = css.split("\n");
  return messagesOf(css).flatMap(({ location, text }) => {
    const { line = 1, column = 0 } = location ?? {};
    const rest = [(lines[line - 1] ?? "").slice(column), ...lines.slice(line)].join("\n");
    // This esbuild takes the selector of a nested rule for a property.
    const isNested = text === 'Expected ":"' && /^[^;}]*\{/.test(rest);
    return isNested ? [] : { line, text: `${text}.` };
  });
}

function messagesOf(css: string): Message[] {
  try {
    return transformSync(css, { loader: "css", logLevel: "silent" }).warnings;
  } catch (error) {
    // A `TransformFailure`, which has no class.
    if (error instanceof Error && "errors" in error) return error.errors as Message[];
    throw error;
  }
}

const withoutComments = (css: string) =>
  css.replace(/\/\*[^]*?\*\//g, (comment) => comment.replace(/[^\n]/g, " "));

function addressWarnings(css: string): Warning[] {
  const parts = css.matchAll(/@font-face\s*\{[^}]*|@import[^;]*|url\([^)]*/gi);
  return [...parts].flatMap(({ 0: part, index }) => {
    const kind = /^@(font|import)/i.exec(part)?.[1]?.toLowerCase() ?? "picture";
    const addresses = part.matchAll(/(?:url\(\s*["']?|@import\s+["'])([^"')]*)/gi);
    return [...addresses].flatMap(({ 1: address = "", index: at }) => {
      const text = addressFault(address.trim(), kind);
      return text === undefined ? [] : { line: lineAt(css, index + at), text };
    });
  });
}

function addressFault(address: string, kind: string): string | undefined {
  if (address === "" || /^(?:#|\/(?!\/))/.test(address)) return undefined;
  const shown = address.length > 60 ? `${address.slice(0, 60)}…` : address;
  const isWhole = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address);
  if (!isWhole || !URL.canParse(address, "https://site.invalid")) {
    return `${shown} is relative to the page, not to this file. Write the whole address.`;
  }
  const { protocol, origin } = new URL(address, "https://site.invalid");
  if (kind !== "picture") {
    return `The ${kind} ${shown} is blocked unless the site's CSP_HOSTS has ${origin}.`;
  }
  return /^(?:https|data):$/.test(protocol) ? undefined : `Pictures load by https only: ${shown}`;
}

/** The least contrast of text on its background (WCAG 2.2, 1.4.3). */
const LEAST = 4.5;

/** The colours of a page whose CSS sets none: app/ui/styles/parts/tokens.css. */
const DEFAULTS = new Map([
  ["--accent", "#1f4f82"],
  ["--accent-text", "#fff"],
  ["--background", "#f5f6f8"],
  ["--surface", "#fff"],
  ["--text", "#1c2430"],
]);

const PAIRS = [
  ["--accent-text", "--accent", "the text of buttons"],
  ["--accent", "--background", "links on the page"],
  ["--accent", "--surface", "links on a card"],
  ["--text", "--background", "text on the page"],
  ["--text", "--surface", "text on a card"],
] as const;

/** `#rrggbb` for a colour such as `#0f5c4a`, `0f5c4a` or `#fff`; undefined for any other. */
export function hexColor(text: string): string | undefined {
  const [, short, long] = /^#?(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(text.trim()) ?? [];
  const digits = short?.replace(/./g, "$&$&") ?? long;
  return digits === undefined ? undefined : `#${digits.toLowerCase()}`;
}

/** The relative luminance, from 0 to 1. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\da-f]{2}/g) ?? []).map((pair) => {
    const part = Number.parseInt(pair, 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21; undefined if either colour is not in hexadecimal. */
export function contrast(one: string, other: string): number | undefined {
  const [first, second] = [hexColor(one), hexColor(other)];
  if (first === undefined || second === undefined) return undefined;
  const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Black or white, the one that reads better on a colour. */
export const textOn = (colour: string): string =>
  (contrast(colour, "#fff") ?? 0) >= (contrast(colour, "#000") ?? 0) ? "#fff" : "#000";

/** Browsers since 2024 correct contrasts themselves (docs/branding.md). */
function contrastWarnings(css: string): Warning[] {
  const code = withoutComments(css);
  const set = new Map<string, { colour: string; line: number }>();
  // The first of each counts: later ones are for dark pages, or for newer browsers.
  for (const { 1: name = "", 2: colour = "", index } of code.matchAll(/(--[\w-]+)\s*:\s*([^;}]+)/g))
    if (!set.has(name)) set.set(name, { colour, line: lineAt(code, index) });
  return PAIRS.flatMap(([of, on, what]) => {
    const lines = [of, on].flatMap((name) => set.get(name)?.line ?? []);
    const [text = "", ground = ""] = [of, on].map(
      (one) => set.get(one)?.colour ?? DEFAULTS.get(one),
    );
    const found = contrast(text, ground);
    if (found === undefined || found >= LEAST) return [];
    return {
      line: Math.min(...lines),
      text: `In browsers before 2024 ${what} are hard to read: ${of} on ${on} has a contrast of ${found.toFixed(1)}, below ${LEAST}.`,
    };
  });
}
