import { elementsOf, textOf } from "./html";

/** The states that a receipt can show, in Spanish. */
export const STANDING = {
  delivered: "Entregada",
  unconfirmed: "Probablemente entregada",
  onItsWay: "En camino",
  undelivered: "No entregada",
  alreadyApplied: "Ya te habías inscrito",
} as const;

/** The rows of the receipt at an address: its number, its status, and so on. */
export async function receiptAt(address: string): Promise<Record<string, string>> {
  const html = await (await fetch(address)).text();
  const terms = elementsOf(textBlock(html), "dt").map(({ text }) => text);
  const texts = elementsOf(textBlock(html), "dd").map(({ text }) => text);
  return Object.fromEntries(terms.map((term, index) => [term, texts[index] ?? ""]));
}

/** The state that a receipt shows. */
export const standingAt = async (address: string) => (await receiptAt(address)).Estado;

/** The whole text of the receipt at an address. */
export const receiptTextAt = async (address: string) =>
  textOf(await (await fetch(address)).text(), "receipt");

/** The part of the page that is the receipt, as HTML. */
function textBlock(html: string): string {
  return /<dl class="receipt-rows">.*?<\/dl>/s.exec(html)?.[0] ?? "";
}
