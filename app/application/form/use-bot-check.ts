import { useEffect, useState, type RefObject } from "react";
import { createBotCheck, type BotCheck, type BotCheckSettings } from "../bot-check";

/** The bot check of the site, fetched at the first touch of the form and never before. */
export function useBotCheck(
  settings: BotCheckSettings | undefined,
  form: RefObject<HTMLFormElement>,
): BotCheck | undefined {
  const [botCheck] = useState(() => settings && createBotCheck(settings));
  useEffect(() => {
    const element = form.current;
    if (!botCheck || !element) return;
    const prepare = () => botCheck.prepare();
    const touches = ["focusin", "pointerdown", "input"] as const;
    for (const touch of touches) element.addEventListener(touch, prepare, { once: true });
    if (element.contains(document.activeElement)) prepare();
    return () => {
      for (const touch of touches) element.removeEventListener(touch, prepare);
    };
  }, [botCheck, form]);
  return botCheck;
}
