import { useCallback, useState, type RefObject } from "react";
import { useFirstTouch } from "../../ui/browser/use-first-touch";
import type { BotCheck, BotCheckSettings } from "./bot-check";

/** Absent: the site has none. */
export type LazyBotCheck = Pick<BotCheck, "prepare" | "token" | "reset">;

/** The bot check of the site, fetched at the first touch of the form and never before. */
export function useBotCheck(
  settings: BotCheckSettings | undefined,
  form: RefObject<HTMLFormElement>,
): LazyBotCheck | undefined {
  const [botCheck] = useState(() => settings && lazyBotCheck(settings));
  useFirstTouch(
    form,
    useCallback(() => botCheck?.prepare(), [botCheck]),
  );
  return botCheck;
}

/** Its code comes with the check itself: a site without one does not send it. */
function lazyBotCheck(settings: BotCheckSettings): LazyBotCheck {
  let loading: Promise<BotCheck | undefined> | undefined;
  const load = () =>
    (loading ??= import("./bot-check").then(
      ({ createBotCheck }) => createBotCheck(settings),
      () => {
        // Another try may find it.
        loading = undefined;
        return undefined;
      },
    ));
  return {
    prepare: () => void load().then((check) => check?.prepare()),
    token: async () => (await (await load())?.token()) ?? "",
    reset: () => void loading?.then((check) => check?.reset()),
  };
}
