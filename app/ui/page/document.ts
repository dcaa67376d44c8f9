import { createContext, useContext } from "react";
import type { Language } from "~/app/i18n/language";
import type { PageKind } from "./page-kind";

/** Data about the response for the document's parts. */
interface Document {
  /** The loader's content; undefined if it threw a screen. */
  content: unknown;
  /** The Content-Security-Policy's nonce, for inline scripts and styles. */
  nonce: string;
  /** The action's data, if the page is the response to a POST. */
  posted: unknown;
  /** The language of pages without a company. */
  visitorLanguage: Language;
  /** Whether Cloudflare's image resizing is on (`IMAGE_RESIZING`). */
  resizesImages: boolean;
  /** Whether titles name the position and the company (`PAGE_TITLES`). */
  namesTitles: boolean;
}

export const DocumentContext = createContext<Document>({
  content: undefined,
  nonce: "",
  posted: undefined,
  visitorLanguage: "en",
  resizesImages: false,
  namesTitles: false,
});

export const useDocument = () => useContext(DocumentContext);

/** Returns the loader's content (`context.show`). @param _handle the route's handle, for the content's type */
export const useContent = <Content>(_handle: PageKind<Content>): Content =>
  useContext(DocumentContext).content as Content; // a page has one loader
