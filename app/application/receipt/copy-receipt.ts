import type { Answers } from "../model/receipt";
import type { ReceiptView } from "./receipt-view.server";

export interface CopiedReceipt {
  receipt: ReceiptView;
  rows: ReceiptView["rows"];
  address: string;
  answers: Answers;
}

/** Copies a receipt as text, with the sent answers if this tab has them. @returns the status message */
export async function copyReceipt(copied: CopiedReceipt): Promise<string> {
  const { receipt, rows, address, answers } = copied;
  const { title, text, contents, words } = receipt;
  const lines = [
    title,
    text,
    ...rows.map(([term, is]) => `${term}: ${is}`),
    ...(contents.length > 0 ? [`${words.contents}:`] : []),
    ...contents.map(({ name, text }) => `- ${[text, answers[name]].filter(Boolean).join(": ")}`),
    address,
  ];
  try {
    await navigator.clipboard.writeText(lines.join("\n"));
    return words.copied;
  } catch {
    return words.copyFailed;
  }
}
