import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A company's own site, which has one page and a separate origin. */
export interface OtherSite {
  url: string;
  close: () => Promise<void>;
}

/**
 * Serves a page on a free port.
 *
 * @param html returns the page
 * @param policy the page's Content-Security-Policy
 */
export async function startOtherSite(html: () => string, policy = ""): Promise<OtherSite> {
  const server = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    if (policy !== "") response.setHeader("Content-Security-Policy", policy);
    response.end(html());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Returns a company's page that embeds the list of jobs (docs/embed.md). */
export const embedHtml = (careerSite: string, language = "es"): string =>
  `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>Empresa</title>` +
  `<meta name="viewport" content="width=device-width"><h1>Trabaja aquí</h1>` +
  `<puerta-jobs src="${careerSite}"><a href="${careerSite}">Todas las ofertas</a></puerta-jobs>` +
  `<script async src="${new URL("/embed.js", careerSite).href}"></script>`;
