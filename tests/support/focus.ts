import type { Page } from "playwright/test";

/** Remembers how each element looks without the focus, for `focusFaults` to compare with. */
export async function rememberLooks(page: Page) {
  await page.evaluate(() => {
    const looks = new Map<Element, string>();
    for (const element of document.querySelectorAll("*")) {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element);
      looks.set(element, [outlineStyle, outlineWidth, outlineColor, boxShadow].join());
    }
    Object.assign(window, { looks });
  });
}

/**
 * What keeps somebody at a keyboard from seeing where the focus is: no mark at the focused
 * element, or the element out of sight or under something fixed.
 */
export const focusFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused) return ["nothing has the focus"];
    const { looks } = window as unknown as { looks: Map<Element, string> };

    const isMarked = (element: Element) => {
      const style = getComputedStyle(element);
      const { outlineStyle, outlineWidth, outlineColor, boxShadow } = style;
      const look = [outlineStyle, outlineWidth, outlineColor, boxShadow].join();
      const isTransparent = /transparent|, 0\)$|\/ 0\)$/.test(outlineColor);
      const hasOutline =
        outlineStyle !== "none" && !isTransparent && Number.parseFloat(outlineWidth) >= 2;
      return look !== looks.get(element) && (hasOutline || boxShadow !== "none");
    };
    const around = [focused.previousElementSibling, focused.nextElementSibling];
    for (let outer = focused.parentElement, step = 0; outer && step < 3; step += 1) {
      around.push(outer);
      outer = outer.parentElement;
    }
    const isSeen = [focused, ...around].some((element) => element && isMarked(element));

    /** The fixed or sticky ancestor of an element. */
    const pinned = (element: Element | null): Element | null => {
      for (let outer = element; outer; outer = outer.parentElement) {
        if (/fixed|sticky/.test(getComputedStyle(outer).position)) return outer;
      }
      return null;
    };
    const isCovered = (x: number, y: number) => {
      const cover = pinned(document.elementFromPoint(x, y));
      return cover !== null && !cover.contains(focused);
    };
    // A link over several lines is not a rectangle: its first line is used.
    const box = focused.getClientRects()[0] ?? focused.getBoundingClientRect();
    const { left, right, top, bottom } = box;
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const inset = 2;
    const corners = [left + inset, right - inset].flatMap((x) =>
      [top + inset, bottom - inset].map((y) => [x, y] as const),
    );
    const isInView = x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight;
    return [
      ...(isSeen ? [] : ["it has no visible mark"]),
      ...(isInView ? [] : ["it is out of sight"]),
      ...([[x, y] as const, ...corners].some(([x, y]) => isCovered(x, y))
        ? ["it is covered by what is fixed"]
        : []),
    ];
  });

/** Names every tab stop, in the order of the document. A group of radio buttons is one. */
export const nameStops = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const all = [
      ...document.querySelectorAll<HTMLElement>(
        "a[href], button, input, select, textarea, [tabindex]",
      ),
    ];
    const nameOf = (element: Element) => {
      if (element.matches("[type=radio]")) return `radio ${element.getAttribute("name") ?? ""}`;
      const words = (element.getAttribute("aria-label") ?? element.textContent).trim();
      // Two links may have the same words, so their place is added.
      return `${element.localName} ${element.id || words} [${all.findIndex((one) => one === element)}]`;
    };
    const stops = all.filter(
      (element) =>
        element.tabIndex >= 0 &&
        !element.matches(":disabled, [type=hidden]") &&
        element.checkVisibility({ visibilityProperty: true }),
    );
    Object.assign(window, { nameOf, stops });
    return [...new Set(stops.map(nameOf))];
  });

/** The name of the stop that has the focus; undefined when none has. */
export const focusedStop = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const { nameOf } = window as unknown as { nameOf: (element: Element) => string };
    const focused = document.activeElement;
    return focused && focused !== document.body ? nameOf(focused) : undefined;
  });

/** Leaves the keyboard before the first stop. */
export const startAtTop = (page: Page) =>
  page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute("tabindex");
    window.scrollTo(0, 0);
  });

/** Leaves the keyboard at the last stop. */
export const startAtEnd = (page: Page) =>
  page.evaluate(() => {
    const { stops } = window as unknown as { stops: HTMLElement[] };
    stops.at(-1)?.focus();
  });
