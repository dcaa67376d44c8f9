import { fill } from "../../i18n/fill";
import type { Submission } from "./submission";
import type { FormTexts } from "./texts";
import type { Transfer } from "./cv-upload";

interface ButtonContext {
  isOnline: boolean;
  /** The files that were chosen. */
  transfers: readonly (Transfer | undefined)[];
  /** Absent: the site has no bot check. */
  verifying: string | undefined;
  /** A BCP 47 tag. */
  language: string;
  texts: FormTexts;
}

/**
 * The words of the send button while a form is being sent; undefined while the form is idle.
 * `heard` is for screen readers, and changes with the state alone.
 */
export function buttonText(state: Submission["state"], context: ButtonContext) {
  const { isOnline, verifying, language, texts } = context;
  const same = (words: string) => ({ seen: words, heard: words });
  const transfers = context.transfers.filter((one) => one && one.state !== "here") as Transfer[]; // just checked
  const isCut = transfers.some((one) => one.state === "paused");
  switch (state) {
    case "uploading": {
      if (!isOnline || isCut) return same(texts["form.waiting"]);
      const sum = (key: "held" | "total") => transfers.reduce((all, one) => all + one[key], 0);
      const percent = Math.floor((sum("held") * 100) / sum("total")) / 100;
      const seen = fill(texts["form.uploading_percent"], {
        percent: (percent || 0).toLocaleString(language, { style: "percent" }),
      });
      return { seen, heard: texts["form.uploading"] };
    }
    case "waiting":
      return same(texts["form.waiting"]);
    case "verifying":
      return same(verifying ?? texts["form.sending"]);
    case "sending":
      return same(texts["form.sending"]);
    default:
      return undefined;
  }
}
