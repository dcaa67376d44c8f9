import type { Page } from "playwright/test";

/**
 * Replaces contents that vary between runs, so that screenshots and trees are stable: receipt numbers and
 * URLs, English dates, the copyright year and the site's port.
 */
export async function stabilize(page: Page) {
  await page.evaluate(() => {
    const replacements: [RegExp, string][] = [
      [/\b[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\b/g, "7KQF-2M9X"],
      [/\b\d{1,2} [A-Z][a-z]+ \d{4} at \d{1,2}:\d{2}/g, "1 September 2026 at 10:00"],
      [/(?<=until )\d{1,2} [A-Z][a-z]+ \d{4}/g, "1 September 2026"],
      [/\b[A-Z][a-z]+ \d{1,2}, \d{4} at \d{1,2}:\d{2} [AP]M/g, "September 1, 2026 at 10:00 AM"],
      [/(?<=until )[A-Z][a-z]+ \d{1,2}, \d{4}/g, "September 1, 2026"],
      [/© \d{4}/g, "© 2026"],
      [/(?<=^http:.*receipt=)[0-9a-f]{64}$/, "0".repeat(64)],
      [/^http:\/\/[^/]*/, "https://jobs.example"],
    ];
    const stabilized = (text: string) =>
      replacements.reduce((sofar, [varying, fixed]) => sofar.replace(varying, fixed), text);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { data } = texts.currentNode as Text; // `SHOW_TEXT` selects only text nodes
      const fixed = stabilized(data);
      if (fixed !== data) (texts.currentNode as Text).data = fixed;
    }
    for (const link of document.querySelectorAll("a[href]")) {
      const href = link.getAttribute("href") ?? "";
      const fixed = href.replace(location.origin, "").replace(/\b[0-9a-f]{64}\b/g, "0".repeat(64));
      if (fixed !== href) link.setAttribute("href", fixed);
    }
  });
}
