/**
 * Marks each job of the list that was applied to from this browser, with the way to its receipt if
 * that is kept (`application/draft` writes both), and again when a search brings another list.
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
  // A uuid is the same in either case: another site may have written it.
  const applied = (localStorage.getItem("appliedPositions") ?? "").toLowerCase();
  for (const link of list?.querySelectorAll<HTMLAnchorElement>(".job > a") ?? []) {
    const address = new URL(link.href);
    const positionUuid = address.pathname.split("/").at(-1) ?? "";
    const facts = link.parentElement?.querySelector(".job-facts");
    if (!facts || !applied.includes(`"${positionUuid.toLowerCase()}"`)) continue;
    facts.querySelector(".job-sent")?.remove();
    const words = document.createElement("span");
    words.className = "job-sent";
    words.textContent = `✓ ${list?.dataset.sent} `;
    const receiptId = localStorage.getItem(`puertaReceipt:${positionUuid}`);
    if (receiptId !== null) {
      address.searchParams.set("receipt", receiptId);
      const way = document.createElement("a");
      way.href = address.href;
      way.textContent = list?.dataset.receipt ?? "";
      words.insertAdjacentElement("beforeend", way);
    }
    facts.insertAdjacentElement("beforeend", words);
  }
}
