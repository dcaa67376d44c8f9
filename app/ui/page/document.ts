import { createContext, useContext } from "react";
import type { Language } from "../../i18n/language";

/** Facts about the response that the document's parts need. */
interface Document {
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
  nonce: "",
  posted: undefined,
  visitorLanguage: "en",
  resizesImages: false,
  namesTitles: false,
});

export const useDocument = () => useContext(DocumentContext);
