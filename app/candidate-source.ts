import { SOURCE_NAMES, SOURCE_VALUE } from "../contract/lists";

/*
 * Links and the form pass the candidate's source from page to page in query parameters and fields. The
 * browser does not store it.
 *
 * See docs/decisions/0030.
 */

/** Names and values in the order of `SOURCE_NAMES`, without repeated names. */
export type Source = readonly (readonly [name: string, value: string])[];

/** Reads the source from a query or a form. Drops malformed values. */
export function readSource(parameters: {
  get: (name: string) => string | null | undefined;
}): Source {
  return SOURCE_NAMES.flatMap((name) => {
    // Lever's links use `lever-source[]`.
    const value = parameters.get(name) ?? parameters.get(`${name}[]`);
    return value && SOURCE_VALUE.test(value) ? [[name, value] as const] : [];
  });
}

export const parseSource = (address: string): Source =>
  address.includes("?") ? readSource(new URL(address).searchParams) : [];

export const isSourceName = (name: string): boolean => SOURCE_NAMES.some((known) => known === name);

/** Formats a source as a query without `?`. */
export const sourceQuery = (source: Source): string =>
  source.map(([name, value]) => `${name}=${value}`).join("&");

/** Adds a source, formatted as a query, to a URL. */
export function withSource(href: string, query: string): string {
  if (query === "") return href;
  const [address = "", ...fragment] = href.split("#");
  const withQuery = `${address}${address.includes("?") ? "&" : "?"}${query}`;
  return [withQuery, ...fragment].join("#");
}
