import { useCallback, useState, type RefObject } from "react";
import { useFirstTouch } from "../../ui/use-first-touch";
import { createBotCheck, type BotCheck, type BotCheckSettings } from "../bot-check";

/** The bot check of the site, fetched at the first touch of the form and never before. */
export function useBotCheck(
  settings: BotCheckSettings | undefined,
  form: RefObject<HTMLFormElement>,
): BotCheck | undefined {
  const [botCheck] = useState(() => settings && createBotCheck(settings));
  useFirstTouch(
    form,
    useCallback(() => botCheck?.prepare(), [botCheck]),
  );
  return botCheck;
}
