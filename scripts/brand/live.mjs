// Has open pages follow a company's CSS as it is saved: for `npm run brand`.
import { unwatchFile, watchFile } from "node:fs";

/** How often files are looked at, in ms: not everywhere is one told of changes. */
const LOOK_EVERY = 200;

/** What tells open pages to put this CSS in the place of their own. @param {string} css */
export const newCss = (css) => JSON.stringify({ css });

/** What tells open pages to come anew. */
export const RELOAD = JSON.stringify({});

/**
 * Runs in each page before the company's own script. A new style leaves what was typed, opened and
 * scrolled as it is.
 *
 * @param {number} port where the page is told
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

/** Looks at files and does something each time one was saved, one after the other. */
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
    /** Ends what is being done, and does nothing more. */
    async close() {
      for (const path of watched) unwatchFile(path);
      await work;
    },
  };
}
