import { findElements, findText } from "./html";

export const RECEIPT_STATUS = {
  delivered: "Entregada",
  unconfirmed: "Probablemente entregada",
  onItsWay: "En camino",
  undelivered: "No entregada",
  alreadyApplied: "Ya te habías inscrito",
} as const;

/** Returns the rows of the receipt at a URL, by label. */
export async function readReceipt(address: string): Promise<Record<string, string>> {
  const html = await (await fetch(address)).text();
  const terms = findElements(receiptRows(html), "dt").map(({ text }) => text);
  const texts = findElements(receiptRows(html), "dd").map(({ text }) => text);
  return Object.fromEntries(terms.map((term, index) => [term, texts[index] ?? ""]));
}

export const readReceiptStatus = async (address: string) => (await readReceipt(address)).Estado;

/** Returns the full text of the receipt at a URL. */
export const readReceiptText = async (address: string) =>
  findText(await (await fetch(address)).text(), "receipt");

function receiptRows(html: string): string {
  return /<dl class="receipt-rows">.*?<\/dl>/s.exec(html)?.[0] ?? "";
}
