import { fill } from "~/app/i18n/fill";
import type { Submission } from "./submission";
import type { FormTexts } from "./texts";
import type { Transfer } from "./file-upload";

interface ButtonContext {
  isOnline: boolean;
  transfers: readonly (Transfer | undefined)[];
  /** The text while the bot check runs. Undefined if the site has no bot check. */
  verifying: string | undefined;
  /** A BCP 47 tag. */
  language: string;
  texts: FormTexts;
}

/**
 * Returns the send button's text while a submit is in progress, otherwise undefined. `label` is for screen
 * readers, and omits the percentage.
 */
export function buttonText(state: Submission["state"], context: ButtonContext) {
  const { isOnline, verifying, language, texts } = context;
  const withLabel = (text: string) => ({ text, label: text });
  const transfers = context.transfers.filter(
    (transfer) => transfer && transfer.state !== "here",
  ) as Transfer[]; // The filter removes undefined.
  const isPaused = transfers.some(({ state }) => state === "paused");
  switch (state) {
    case "uploading": {
      if (transfers.some(({ state }) => state === "preparing"))
        return withLabel(texts["photo.shrinking"]);
      if (!isOnline || isPaused) return withLabel(texts["form.waiting"]);
      const sum = (key: "held" | "total") =>
        transfers.reduce((all, transfer) => all + transfer[key], 0);
      const percent = Math.floor((sum("held") * 100) / sum("total")) / 100;
      const text = fill(texts["form.uploading_percent"], {
        percent: (percent || 0).toLocaleString(language, { style: "percent" }),
      });
      return { text, label: texts["form.uploading"] };
    }
    case "waiting":
      return withLabel(texts["form.waiting"]);
    case "verifying":
      return withLabel(verifying ?? texts["form.sending"]);
    case "sending":
      return withLabel(texts["form.sending"]);
    default:
      return undefined;
  }
}
