// Updates open pages when a company's CSS is saved: for `npm run brand`.
import { unwatchFile, watchFile } from "node:fs";

/** How often files are looked at, in ms: some file systems do not announce changes. */
const LOOK_EVERY = 200;

/** The message that gives open pages new CSS. @param {string} css */
export const newCss = (css) => JSON.stringify({ css });

/** The message that makes open pages reload. */
export const RELOAD = JSON.stringify({});

/**
 * A script that runs in each page before the company's own. It replaces only the style, so that what was
 * typed, opened and scrolled stays.
 *
 * @param {number} port where the page receives the messages
 */
export const liveScript = (port) => `{
  const { nonce } = document.currentScript;
  new EventSource("http://127.0.0.1:${port}").onmessage = ({ data }) => {
    const { css } = JSON.parse(data);
    if (css === undefined) return location.reload();
    let style = document.querySelector("body > style");
    if (!style) {
      style = Object.assign(document.createElement("style"), { nonce });
      document.body.prepend(style);
    }
    if (style.textContent !== css) style.textContent = css;
  };
}
`;

/** Watches files, and does something each time one is saved, one thing after the other. */
export function watchSaves() {
  /** @type {string[]} */
  const watched = [];
  let work = Promise.resolve();
  return {
    /** @param {import("./files.mjs").NamedFile} file @param {() => Promise<void>} deed */
    on({ name, path }, deed) {
      watched.push(path);
      watchFile(path, { interval: LOOK_EVERY }, () => {
        work = work.then(deed).catch((/** @type {unknown} */ error) => {
          const fault = error instanceof Error ? error.message : String(error);
          console.error(`${fault}\nThe pages stay as they are until you save ${name} again.`);
        });
      });
    },
    /** Stops watching, and waits for what is being done. */
    async close() {
      for (const path of watched) unwatchFile(path);
      await work;
    },
  };
}
