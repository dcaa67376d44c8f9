// The site for the slow phone, with its embedded platform, behind a proxy that compresses responses and serves static
// copies of pages.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { migrate } from "../cli/lib/database";
import { createPlatformClient } from "../cli/lib/platform";
import { ensureLocalSecrets } from "../scripts/secrets";
import { Stop } from "../scripts/stop";
import { startSiteServer } from "../scripts/site-server";
import { addExamples } from "../tests/support/examples";
import { freePort } from "../tests/support/free-port";
import { compress, startEdge } from "./edge.mjs";

const Arrived = z.object({
  applications: z.array(
    z.object({ receipt: z.string().nullable(), cv: z.object({ sha256: z.string() }).nullable() }),
  ),
});

/** A company in platform/seed. */
const ALFAR = "98582e77-f986-402e-ab16-8ddfcca2f489";

/** Maximum transferred size of the small static page, in bytes, including headers. */
const SMALL_BYTES = 4096;
/** Approximate size of a server's headers, in bytes. */
const SMALL_HEADERS = 160;

/** Time limit for an application to reach the platform, in ms. */
const ARRIVES_WITHIN = 60_000;

/** Removes scripts and their markup. @param {string} html */
const removeScripts = (html) =>
  html
    .replace(/<script\b[\s\S]*?<\/script>/g, "")
    .replace(/<link rel="modulepreload"[^>]*>/g, "")
    .replace(/<!--.*?-->/g, "")
    .replace(/ data-[a-z-]+="[^"]*"/g, "")
    .replace(/<dialog\b[\s\S]*?<\/dialog>/g, "");

/** Extracts the words of a page's main element, without its form. @param {string} html */
const extractWords = (html) =>
  (/<main\b[\s\S]*<\/main>/.exec(removeScripts(html))?.[0] ?? "")
    .replace(/<(form|svg)\b[\s\S]*?<\/\1>/g, "")
    .replace(/<[^>]+>/g, " ")
    .split(/\s+/)
    .filter((word) => word !== "");

/** @param {string[]} words */
function renderSmallPage(words) {
  const paragraphs = [];
  for (let start = 0; start < words.length; start += 40) {
    paragraphs.push(`<p>${words.slice(start, start + 40).join(" ")}</p>`);
  }
  return `<!doctype html><html lang="es"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Empleo</title><link rel="icon" href="data:,"><style>body{font:1rem/1.5 system-ui,sans-serif;margin:1rem auto;max-width:40rem;padding:0 1rem}</style><h1>Empleo</h1>${paragraphs.join("\n")}</html>`;
}

/** Renders as many of the words as fit into `SMALL_BYTES` when transferred. @param {string[]} words */
function createSmallPage(words) {
  let [least, most] = [0, words.length];
  while (least < most) {
    const count = Math.ceil((least + most) / 2);
    const bytes = compress(Buffer.from(renderSmallPage(words.slice(0, count)))).byteLength;
    if (bytes + SMALL_HEADERS <= SMALL_BYTES) least = count;
    else most = count - 1;
  }
  return renderSmallPage(words.slice(0, least));
}

/** @throws {Stop} if the platform has no position */
export async function startPhoneSite() {
  const persistTo = await mkdtemp(join(tmpdir(), "puerta-bench-"));
  const { adminSecret } = await ensureLocalSecrets();
  await migrate(persistTo);
  const site = await startSiteServer({ embedded: true, port: await freePort(), persistTo });
  await addExamples(site.url, adminSecret);
  const platform = createPlatformClient({ url: site.url, adminSecret, isRemote: false });
  const edge = await startEdge(site.url);
  const stop = async () => {
    edge.stop();
    await site.stop();
    await rm(persistTo, { recursive: true, force: true });
  };

  /** Stores a static copy of a page under `/static`, with links to other copies. @param {string} path */
  async function copy(path) {
    const response = await fetch(site.url + path);
    const html = await response.text();
    const staticHtml = removeScripts(html).replace(/(<a\b[^>]* href=")\//g, "$1/static/");
    // Keep the headers, because the CSP's nonce must match the page's style element.
    const headers = [...response.headers].filter(
      ([name]) => !/^(content-(encoding|length)|transfer-encoding)$/.test(name),
    );
    edge.statics.set(`/static${path}`, { html: staticHtml, headers: Object.fromEntries(headers) });
    return { path, html, staticPath: `/static${path}`, staticHtml };
  }

  try {
    const list = await copy(`/a/${ALFAR}`);
    const links = [...list.html.matchAll(/<a href="(\/[^"]+\/[^"]+\/[^"]+)"/g)];
    const positions = await Promise.all(links.map(([, path = ""]) => copy(path)));
    const [position] = positions;
    if (!position) throw new Stop("The embedded platform has no position");
    const small = createSmallPage(positions.flatMap(({ html }) => extractWords(html)));
    edge.statics.set("/small", { html: small, headers: { "Content-Type": "text/html" } });

    /** Receipt numbers of sent applications. @type {string[]} */
    const receipts = [];
    /**
     * Checks that the platform received each sent application with the complete CV.
     *
     * @param {string} sha256 of the CV
     * @throws {Stop} if an application is missing
     */
    async function expectArrived(sha256) {
      const deadline = Date.now() + ARRIVES_WITHIN;
      for (;;) {
        const { applications } = await platform.read(Arrived, "GET", "/applications");
        const missing = receipts.filter(
          (number) =>
            !applications.some(({ receipt, cv }) => receipt === number && cv?.sha256 === sha256),
        );
        if (missing.length === 0) return;
        if (Date.now() > deadline) throw new Stop(`Did not arrive: ${missing.join(", ")}`);
        await sleep(1000);
      }
    }
    return { url: edge.url, list, position, positions, receipts, expectArrived, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @typedef {Awaited<ReturnType<typeof startPhoneSite>>} PhoneSite */
