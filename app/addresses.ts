/** An address of ours with one more parameter. */
const withParameter = (page: string, parameter: string) =>
  `${page}${page.includes("?") ? "&" : "?"}${parameter}`;

/**
 * The address of a receipt.
 *
 * @param page the position's page, perhaps with a language
 */
export const receiptHref = (page: string, receiptId: string): string =>
  withParameter(page, `receipt=${receiptId}`);

/**
 * Where the plain form is sent: its own page, by an address that no page is read at. A POST makes
 * the browser forget what it has of that very address (RFC 9111, section 4.4), and the back button
 * is to bring back the form as it was, with the same id.
 *
 * @param page the position's page, perhaps with a language
 */
export const sendHref = (page: string): string => withParameter(page, "send");
