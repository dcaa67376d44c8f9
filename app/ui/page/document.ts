import { createContext, useContext } from "react";

/** What the document needs to know of its own answer. */
interface Document {
  /** Of the answer's Content-Security-Policy: every inline script and style carries it. */
  nonce: string;
  /** Address of the script that wakes the islands, and of the modules that it imports. */
  script: string;
  modules: readonly string[];
  /** What the route's action answered, if the page is the answer to a form that was posted to it. */
  posted: unknown;
  /** Whether the zone makes pictures smaller (`IMAGE_RESIZING`). */
  resizesImages: boolean;
}

export const DocumentContext = createContext<Document>({
  nonce: "",
  script: "",
  modules: [],
  posted: undefined,
  resizesImages: false,
});

export const useDocument = () => useContext(DocumentContext);
