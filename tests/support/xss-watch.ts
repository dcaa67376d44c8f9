import type { BrowserContext, Page } from "playwright/test";

/**
 * Records every vector that runs in any frame of a context, every dialog and every violation of a
 * Content-Security-Policy. Also serves the scripts and pages that the vectors load.
 */
export async function watchContext(context: BrowserContext) {
  const ran = new Set<number>();
  const dialogs: string[] = [];
  const blocked = new Set<string>();
  await context.exposeBinding("xss", (_source, id: unknown) => void ran.add(Number(id)));
  await context.exposeBinding("blockedByPolicy", (_source, what: string) => void blocked.add(what));
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const { effectiveDirective, blockedURI, sample } = event;
      // `exposeBinding` defines this function.
      const { blockedByPolicy } = window as unknown as { blockedByPolicy: (w: string) => void };
      blockedByPolicy(`${effectiveDirective} ${blockedURI} ${sample}`);
    });
  });
  context.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await context.route(/^https?:\/\/[^/]*\.example\//, (route) => {
    const { hostname, pathname } = new URL(route.request().url());
    const id = /\d+/.exec(pathname)?.[0];
    if (hostname !== "evil.example" || id === undefined) return route.abort();
    return pathname.endsWith(".js")
      ? route.fulfill({ contentType: "text/javascript", body: `top.xss(${id})` })
      : route.fulfill({ contentType: "text/html", body: `<script>xss(${id})</script>` });
  });
  return { ran, dialogs, blocked };
}

/** Finds content that no page may contain, regardless of the platform's and the candidate's data. */
export function findForbidden(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const FORBIDDEN =
      "iframe, frame, frameset, object, embed, applet, base, portal, template, math, " +
      // The site's own SVG pictures have these classes.
      "svg:not(.screen-mark, .empty-mark), " +
      "meta[http-equiv], [srcdoc], [formaction], [ping], [is], [contenteditable], [onerror], [onload]";
    const PROSE =
      "a abbr b blockquote br caption code dd del div dl dt em h2 h3 h4 h5 h6 hr i li ol p pre s small span " +
      "strong sub sup table tbody td tfoot th thead tr u ul";
    const PROSE_ATTRIBUTES = "href rel title colspan rowspan scope lang dir start reversed";
    const ADDRESSES =
      "href src action data poster background cite longdesc manifest xlink:href dynsrc lowsrc";
    const isGoodAddress = (element: Element, address: string) => {
      if (/^(img|link)$/i.test(element.tagName) && /^data:(image\/|,$)/.test(address)) return true;
      const base = document.baseURI;
      return (
        !URL.canParse(address, base) ||
        /^(https?|mailto|tel):$/.test(new URL(address, base).protocol)
      );
    };
    const problems: string[] = [];
    const found = (element: Element) => problems.push(element.outerHTML.slice(0, 200));

    document.querySelectorAll(FORBIDDEN).forEach(found);
    for (const element of document.querySelectorAll("*")) {
      for (const { name, value } of element.attributes) {
        if (name.startsWith("on")) found(element);
        if (ADDRESSES.split(" ").includes(name) && !isGoodAddress(element, value)) found(element);
      }
    }
    for (const script of document.querySelectorAll("script")) {
      // Browsers don't run scripts of these types.
      if (script.nonce === "" && !/^(application\/json|text\/html)$/.test(script.type))
        found(script);
    }
    for (const element of document.querySelectorAll(".prose *")) {
      const names = element.getAttributeNames();
      // The site makes outermost tables focusable.
      const isFocusable =
        element.matches("table:not(table table)") && element.getAttribute("tabindex") === "0";
      if (
        !PROSE.split(" ").includes(element.localName) ||
        names.some(
          (name) =>
            !PROSE_ATTRIBUTES.split(" ").includes(name) && !(isFocusable && name === "tabindex"),
        )
      ) {
        found(element);
      }
    }
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    problems.push(
      ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `#${id} twice`),
    );
    return problems;
  });
}

/** Clicks links without a URL, which must not run the removed URL. */
export function clickDeadLinks(page: Page) {
  return page.evaluate(() => {
    for (const link of document.querySelectorAll("a:not([href])")) {
      // The click doesn't bubble, because a parent can be a working link.
      link.dispatchEvent(new MouseEvent("click", { cancelable: true }));
    }
  });
}

/** Clicks the `#go` elements of the page and its frames. */
export async function clickVectors(page: Page) {
  const click = () => {
    const windows = [window, ...Array.from({ length: window.length }, (_, index) => window[index])];
    for (const frame of windows) {
      try {
        const event = new MouseEvent("click", { bubbles: true, cancelable: true });
        frame?.document.querySelector("#go")?.dispatchEvent(event);
      } catch {
        // A vector has navigated this frame to another host.
      }
    }
  };
  // The call fails if a vector navigates the page.
  await page.evaluate(click).catch(() => undefined);
}
