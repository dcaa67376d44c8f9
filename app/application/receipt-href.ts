/**
 * The address of a receipt.
 *
 * @param page the position's page, perhaps with a language
 */
export function receiptHref(page: string, receiptId: string): string {
  return `${page}${page.includes("?") ? "&" : "?"}receipt=${receiptId}`;
}
