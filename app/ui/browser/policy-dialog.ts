import policyDialog from "../styles/policyDialog.generated.json";
import { addStyles } from "./add-styles";
import { fetchPage } from "./fetch-page";

let policyDialogElement: HTMLDialogElement | undefined;

/** The dialog without its texts, which are in the page's footer (`page-shell.tsx`). */
const DIALOG = `<form method="dialog" class="policy-dialog-head"><h2 id="policy-title"></h2>
<button class="policy-dialog-close">×</button></form>
<p class="policy-dialog-status" role="status"></p>
<div class="prose" dir="auto" data-policy-contents></div>`;

/**
 * Opens a link's policy in a dialog. Fetches the policy unless the dialog already contains it.
 *
 * Source: ARIA Authoring Practices, Dialog (Modal) Pattern.
 */
export function openPolicy(link: HTMLAnchorElement): void {
  const texts = document.querySelector<HTMLElement>("[data-policy-title]")?.dataset ?? {};
  const dialog = (policyDialogElement ??= createDialog(texts));
  // A company's script might have removed the dialog.
  if (!dialog.isConnected) document.body.appendChild(dialog);
  // On closing, the dialog focuses the previously focused element. Safari doesn't focus clicked links.
  link.focus({ preventScroll: true });
  if (!dialog.open) dialog.showModal();
  if (dialog.dataset.shows !== link.href) void showPolicy(dialog, link.href, texts);
}

function createDialog({ policyTitle = "", close = "" }: DOMStringMap): HTMLDialogElement {
  addStyles(policyDialog);
  const dialog = document.createElement("dialog");
  dialog.id = "policy";
  dialog.className = "policy-dialog";
  dialog.setAttribute("aria-labelledby", "policy-title");
  dialog.innerHTML = DIALOG;
  findPart(dialog, "h2").textContent = policyTitle;
  findPart(dialog, "button").setAttribute("aria-label", close);
  addListeners(dialog);
  return dialog;
}

const findPart = (dialog: HTMLElement, selector: string) =>
  dialog.querySelector<HTMLElement>(selector) ?? dialog;

async function showPolicy(
  dialog: HTMLDialogElement,
  href: string,
  texts: DOMStringMap,
): Promise<void> {
  const { waiting = "", failed = "", openPage = "" } = texts;
  const contents = findPart(dialog, "[data-policy-contents]");
  const say = (text: string) => {
    findPart(dialog, "[role=status]").textContent = text;
  };
  delete dialog.dataset.shows;
  contents.replaceChildren();
  say(waiting);
  try {
    const policy = (await fetchPage(href)).querySelector("[data-policy-contents]");
    if (!policy) throw new Error("The page has no policy");
    // The policy and the page can be in different languages.
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

function addListeners(dialog: HTMLDialogElement): void {
  const isOutside = ({ target, clientX, clientY }: MouseEvent) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
    return target === dialog && !isInside;
  };
  // Ignore a drag from inside to outside, which selects text.
  let pressedOutside = false;
  dialog.addEventListener("pointerdown", (event) => (pressedOutside = isOutside(event)));
  dialog.addEventListener("click", (event) => {
    if (pressedOutside && isOutside(event)) dialog.close();
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "Tab") trapFocus(dialog, event);
  });
}

/** Keeps the focus inside the dialog. Otherwise Tab would reach the browser's toolbar. */
function trapFocus(dialog: HTMLDialogElement, event: KeyboardEvent): void {
  const stops = [...dialog.querySelectorAll<HTMLElement>("a[href], button, [tabindex]")];
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  const isAtEdge = document.activeElement === edge || document.activeElement === dialog;
  if (!isAtEdge) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
}
