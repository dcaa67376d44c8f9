import type { Page } from "playwright/test";
import type { ScreenState } from "../support/states/scene";

/** Describes the first elements that make the page scroll sideways. */
export const findSidewaysScroll = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.body.querySelectorAll("*")].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    const names = wide.map(
      (element) => `${element.localName}.${element.getAttribute("class") ?? ""}`,
    );
    return [`${scrollWidth} px in ${clientWidth} px: ${names.slice(0, 3).join(", ")}`];
  });

/** Applies the text spacing of WCAG 2.2, 1.4.12. */
export const spaceText = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important;
          word-spacing: 0.16em !important; }
      p { margin-block-end: 2em !important; }
    `);
    // The page's Content-Security-Policy does not apply to a constructed style sheet.
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });

/** Finds elements that cut off their text, and overlapping texts. */
export const findBrokenText = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const describe = (element: Element) => {
      const { localName, id } = element;
      return `${localName}${id && `#${id}`}.${element.getAttribute("class") ?? ""}`;
    };
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      // Text for screen readers and links that appear only on focus have an empty clip path.
      const isCutAway = getComputedStyle(element).clipPath === "inset(50%)";
      const isVisible = element.checkVisibility({ visibilityProperty: true });
      return width > 1 && height > 1 && isVisible && !isCutAway;
    };
    const isCutting = (element: Element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      return (
        (/hidden|clip/.test(overflowX) && scrollWidth > clientWidth + 1) ||
        (/hidden|clip/.test(overflowY) && scrollHeight > clientHeight + 1)
      );
    };
    const cut = [...document.body.querySelectorAll("*:not(input, select)")].filter(
      (element) => isShown(element) && element.textContent.trim() !== "" && isCutting(element),
    );

    /** Whether the element or an ancestor can cover other elements. */
    const isLifted = (element: Element | null): boolean =>
      element !== null &&
      (/absolute|fixed|sticky/.test(getComputedStyle(element).position) ||
        isLifted(element.parentElement));
    const pieces: { box: DOMRect; parent: Element }[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text; // `SHOW_TEXT` selects no other nodes
      const parent = text.parentElement;
      if (!parent || text.data.trim() === "" || !isShown(parent) || isLifted(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      pieces.push(...[...range.getClientRects()].map((box) => ({ box, parent })));
    }
    const over = ({ box: a }: (typeof pieces)[0], { box: b }: (typeof pieces)[0]) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
    const overlaps = pieces.flatMap((piece, place) =>
      pieces
        .slice(place + 1)
        .filter((other) => other.parent !== piece.parent && over(piece, other))
        .map((other) => `${describe(piece.parent)} overlaps ${describe(other.parent)}`),
    );
    return [...cut.map((element) => `${describe(element)} cuts its text off`), ...overlaps];
  });

/** The minimum width and height of a target, in px. WCAG 2.2, 2.5.8 only requires 24 px. */
const MIN_TARGET = 44;

/**
 * Finds targets that are too small. The label of a radio button or check box is part of its target, and so
 * is the space that CSS adds around an element. Links in running text are exempt. Disabled buttons and
 * elements behind an overlay aren't targets.
 */
export const findSmallTargets = (
  page: Page,
  { overlay = "body" }: Pick<ScreenState, "overlay">,
): Promise<string[]> =>
  page.locator(overlay).evaluate((root, least) => {
    const isInText = (element: Element) => {
      const { parentElement: line } = element;
      const isInline = getComputedStyle(element).display === "inline";
      const words = (line?.textContent ?? "").replace(element.textContent, "").trim();
      return element.localName === "a" && isInline && line?.localName !== "nav" && words !== "";
    };
    const getLabels = (element: Element) =>
      element.matches("[type=radio], [type=checkbox]")
        ? [...((element as HTMLInputElement).labels ?? [])] // the selector matches only inputs
        : [];
    const getBox = (element: Element) => {
      const boxes = [element, ...getLabels(element)].map((part) => part.getBoundingClientRect());
      const [left, top] = [
        Math.min(...boxes.map((b) => b.left)),
        Math.min(...boxes.map((b) => b.top)),
      ];
      const [right, bottom] = [
        Math.max(...boxes.map((b) => b.right)),
        Math.max(...boxes.map((b) => b.bottom)),
      ];
      return {
        x: (left + right) / 2,
        y: (top + bottom) / 2,
        width: right - left,
        height: bottom - top,
      };
    };
    const isHit = (element: Element, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      const parts = [element, ...getLabels(element)];
      return parts.some((part) => part === hit || part.contains(hit));
    };
    const reach = least / 2 - 1;
    const isLargeEnough = (element: Element) => {
      const size = getBox(element);
      if (size.width >= least - 0.5 && size.height >= least - 0.5) return true;
      element.scrollIntoView({ block: "center", behavior: "instant" });
      const { x, y } = getBox(element);
      return [
        [x - reach, y],
        [x + reach, y],
        [x, y - reach],
        [x, y + reach],
      ].every(([x = 0, y = 0]) => isHit(element, x, y));
    };
    const targets = root.querySelectorAll<HTMLElement>(
      "a[href], button:enabled, input:not([type=hidden]), select, textarea, summary, [role=option]",
    );
    return (
      [...targets]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        // Ignore links that appear only on focus.
        .filter((element) => getComputedStyle(element).clipPath !== "inset(50%)")
        .filter((element) => !isInText(element) && !isLargeEnough(element))
        .map((element) => {
          const { width, height } = getBox(element);
          const words = element.id || element.textContent.trim().slice(0, 30);
          return `${element.localName} ${words}: ${Math.round(width)} × ${Math.round(height)}`;
        })
    );
  }, MIN_TARGET);
