import { fetchPage } from "./fetch-page";

const prepared = new WeakSet<HTMLDialogElement>();

/**
 * Opens the page's dialog with the policy that a link leads to. The policy is fetched the first time.
 * The dialog closes by its X, by a click outside and by Escape. While it is open, the focus stays in it
 * and the page behind does not scroll; then the focus goes back to the link.
 *
 * Source: specification, section 2; ARIA Authoring Practices, Dialog (Modal) Pattern.
 */
export function openPolicy(dialog: HTMLDialogElement, link: HTMLAnchorElement): void {
  const contents = dialog.querySelector("[data-policy-contents]");
  if (!contents) return;
  if (!prepared.has(dialog)) prepare(dialog);
  if (!dialog.open) dialog.showModal();
  dialog.addEventListener("close", () => link.focus(), { once: true });
  if (dialog.dataset.shows !== link.href) void show(dialog, contents, link.href);
}

async function show(dialog: HTMLDialogElement, contents: Element, href: string): Promise<void> {
  const { waiting = "", failed = "", openPage = "" } = dialog.dataset;
  const say = (words: string) => {
    const status = dialog.querySelector("[role=status]");
    if (status) status.textContent = words;
  };
  delete dialog.dataset.shows;
  contents.replaceChildren();
  say(waiting);
  try {
    const policy = (await fetchPage(href)).querySelector("[data-policy-contents]");
    if (!policy) throw new Error("The answer has no policy");
    // A policy may be in another language than the page.
    const lang = policy.closest("[lang]")?.getAttribute("lang");
    if (lang) contents.setAttribute("lang", lang);
    contents.replaceChildren(...policy.childNodes);
    say("");
    dialog.dataset.shows = href;
  } catch {
    const link = document.createElement("a");
    link.href = href;
    link.target = "_blank";
    link.rel = "noopener";
    link.textContent = openPage;
    contents.replaceChildren(link);
    say(failed);
  }
}

function prepare(dialog: HTMLDialogElement): void {
  prepared.add(dialog);
  const isOutside = ({ target, clientX, clientY }: MouseEvent) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
    return target === dialog && !isInside;
  };
  // Only a press that begins outside closes: one that begins inside and ends outside selects text.
  let pressedOutside = false;
  dialog.addEventListener("pointerdown", (event) => (pressedOutside = isOutside(event)));
  dialog.addEventListener("click", (event) => {
    if (pressedOutside && isOutside(event)) dialog.close();
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "Tab") keepFocus(dialog, event);
  });
}

/** Keeps Tab inside the dialog: the browser would let it go on to the browser's own buttons. */
function keepFocus(dialog: HTMLDialogElement, event: KeyboardEvent): void {
  const stops = [...dialog.querySelectorAll<HTMLElement>("a[href], button")];
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  const isAtEdge = document.activeElement === edge || document.activeElement === dialog;
  if (!isAtEdge) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
}
