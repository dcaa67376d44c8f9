import { createContext, useContext } from "react";
import type { Language } from "../../i18n/language";

/** What the document's parts need to know about the answer that they are in. */
interface Document {
  /** The nonce of the Content-Security-Policy, which each inline script and style must have. */
  nonce: string;
  /** The data of the route's action, if the page answers a POST. */
  posted: unknown;
  /** The language of a page of no company. */
  visitorLanguage: Language;
  /** Whether Cloudflare's image resizing is on (`IMAGE_RESIZING`). */
  resizesImages: boolean;
  /** Whether titles name the position and the company (`PAGE_TITLES`). */
  namesTitles: boolean;
}

export const DocumentContext = createContext<Document>({
  nonce: "",
  posted: undefined,
  visitorLanguage: "en",
  resizesImages: false,
  namesTitles: false,
});

export const useDocument = () => useContext(DocumentContext);
