import { findElements, findText } from "./html";

/** The statuses that a receipt shows, in Spanish. */
export const RECEIPT_STATUS = {
  delivered: "Entregada",
  unconfirmed: "Probablemente entregada",
  onItsWay: "En camino",
  undelivered: "No entregada",
  alreadyApplied: "Ya te habías inscrito",
} as const;

/** The rows of the receipt at an address, by label. */
export async function readReceipt(address: string): Promise<Record<string, string>> {
  const html = await (await fetch(address)).text();
  const terms = findElements(receiptRows(html), "dt").map(({ text }) => text);
  const texts = findElements(receiptRows(html), "dd").map(({ text }) => text);
  return Object.fromEntries(terms.map((term, index) => [term, texts[index] ?? ""]));
}

/** The status that a receipt shows. */
export const readReceiptStatus = async (address: string) => (await readReceipt(address)).Estado;

/** The whole text of the receipt at an address. */
export const readReceiptText = async (address: string) =>
  findText(await (await fetch(address)).text(), "receipt");

/** The receipt's rows, as HTML. */
function receiptRows(html: string): string {
  return /<dl class="receipt-rows">.*?<\/dl>/s.exec(html)?.[0] ?? "";
}
