import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SCREEN_STATES } from "../support/screen-states";
import { screenshotFile, SCHEMES, SCREENSHOTS, WIDTHS } from "./folder";

const STYLE = `
  body { font-family: sans-serif; margin: 1rem; background: #888; }
  section > div { display: flex; gap: 1rem; overflow-x: auto; align-items: start; }
  img { height: 30rem; background: #fff; }
  h2 { position: sticky; top: 0; background: #888; margin: 0; padding: 0.5rem 0; }
`;

/** Writes a page that shows all screenshots in the order of `SCREEN_STATES`. */
export default async function writeIndex() {
  const sections = SCREEN_STATES.map(({ name }) => {
    const files = WIDTHS.flatMap((width) => SCHEMES.map((scheme) => screenshotFile(name, width, scheme)));
    const pictures = files
      .filter((file) => existsSync(join(SCREENSHOTS, file)))
      .map((file) => `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a>`);
    return `<section><h2>${name}</h2><div>${pictures.join("")}</div></section>`;
  });
  const file = join(SCREENSHOTS, "index.html");
  await writeFile(
    file,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screenshots</title>` +
      `<style>${STYLE}</style>${sections.join("\n")}</html>\n`,
  );
  console.log(`\nAll screenshots: ${file}`);
}
