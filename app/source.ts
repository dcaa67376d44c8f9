import { SOURCE_NAMES, SOURCE_VALUE } from "../contract/lists";

/*
 * Where a candidate came from, as the parameters of an address say it. It goes from page to page in
 * the links and in the form, and is kept nowhere in the browser.
 *
 * Source: design, section 4b (`takes`); docs/decisions/0030.
 */

/** Names and values, in the order of `SOURCE_NAMES`, each name at most once. */
export type Source = readonly (readonly [name: string, value: string])[];

/** What parameters or a form say of the source; values of another shape are dropped. */
export function readSource(given: { get: (name: string) => string | null | undefined }): Source {
  return SOURCE_NAMES.flatMap((name) => {
    // Lever's own links write `lever-source[]`.
    const value = given.get(name) ?? given.get(`${name}[]`);
    return value && SOURCE_VALUE.test(value) ? [[name, value] as const] : [];
  });
}

/** What the address of a request says of the source. */
export const parseSource = (address: string): Source =>
  address.includes("?") ? readSource(new URL(address).searchParams) : [];

/** Whether a name is one of a source's. */
export const isSourceName = (name: string): boolean => SOURCE_NAMES.some((one) => one === name);

/** A source as the query of an address, without a `?`; empty if there is none. */
export const sourceQuery = (source: Source): string =>
  source.map(([name, value]) => `${name}=${value}`).join("&");

/** An address with a source, given as a query. */
export function withSource(href: string, query: string): string {
  if (query === "") return href;
  const [address = "", ...fragment] = href.split("#");
  const whole = `${address}${address.includes("?") ? "&" : "?"}${query}`;
  return [whole, ...fragment].join("#");
}
