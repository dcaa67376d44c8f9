import { useCallback, useState, type RefObject } from "react";
import { useFirstTouch } from "~/app/ui/browser/use-first-touch";
import type { BotCheck, BotCheckSettings } from "./bot-check";

/** Returns the site's bot check, if any. The check's code loads when the form is first touched. */
export function useBotCheck(
  settings: BotCheckSettings | undefined,
  form: RefObject<HTMLFormElement>,
): BotCheck | undefined {
  const [check] = useState(() => settings && lazyBotCheck(settings));
  useFirstTouch(
    form,
    useCallback(() => check?.prepare(), [check]),
  );
  return check;
}

/** A bot check that loads its code when used. If loading fails, the token is empty. */
function lazyBotCheck(settings: BotCheckSettings): BotCheck {
  const load = () => import("./bot-check").then((module) => module.pageBotCheck(settings));
  const ignore = () => undefined;
  return {
    prepare: () => void load().then((check) => check.prepare(), ignore),
    token: () =>
      load().then(
        (check) => check.token(),
        () => "",
      ),
    reset: () => void load().then((check) => check.reset(), ignore),
  };
}
