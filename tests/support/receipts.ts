import { findElements, findText } from "./html";

export const RECEIPT_STATUS = {
  delivered: "Entregada",
  unconfirmed: "Probablemente entregada",
  onItsWay: "En camino",
  undelivered: "No entregada",
  alreadyApplied: "Ya te habías inscrito",
} as const;

/** Returns the rows of the receipt at a URL, by label. */
export async function readReceipt(url: string): Promise<Record<string, string>> {
  const html = await (await fetch(url)).text();
  const terms = findElements(receiptRows(html), "dt").map(({ text }) => text);
  const texts = findElements(receiptRows(html), "dd").map(({ text }) => text);
  return Object.fromEntries(terms.map((term, index) => [term, texts[index] ?? ""]));
}

export const readReceiptStatus = async (url: string) => (await readReceipt(url)).Estado;

/** Returns the full text of the receipt at a URL. */
export const readReceiptText = async (url: string) =>
  findText(await (await fetch(url)).text(), "receipt");

function receiptRows(html: string): string {
  return /<dl class="receipt-rows">.*?<\/dl>/s.exec(html)?.[0] ?? "";
}
