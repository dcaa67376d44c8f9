import { hasApplied, readReceiptId } from "../ui/browser/applied-positions";

/**
 * Marks the jobs that the candidate has applied for in this browser, and links to stored receipts. Runs again when a
 * search changes the list.
 */
export function markApplied(): void {
  const results = document.getElementById("jobs");
  if (!results) return;
  addMarks(results);
  if (results.dataset.sent === undefined) {
    results.dataset.sent = "";
    new MutationObserver(() => addMarks(results)).observe(results, { childList: true });
  }
}

function addMarks(results: HTMLElement): void {
  const list = results.querySelector<HTMLElement>("[data-receipt]");
  for (const link of list?.querySelectorAll<HTMLAnchorElement>(".job > a") ?? []) {
    const url = new URL(link.href);
    const positionUuid = url.pathname.split("/").at(-1) ?? "";
    const facts = link.parentElement?.querySelector(".job-facts");
    if (!facts || !hasApplied(positionUuid)) continue;
    facts.querySelector(".job-sent")?.remove();
    const note = document.createElement("span");
    note.className = "job-sent";
    note.textContent = `✓ ${list?.dataset.sent} `;
    const receiptId = readReceiptId(positionUuid);
    if (receiptId !== undefined) {
      url.searchParams.set("receipt", receiptId);
      const receipt = document.createElement("a");
      receipt.href = url.href;
      receipt.textContent = list?.dataset.receipt ?? "";
      note.insertAdjacentElement("beforeend", receipt);
    }
    facts.insertAdjacentElement("beforeend", note);
  }
}
