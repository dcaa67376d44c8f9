import type { BrowserContextOptions, Page } from "playwright/test";
import { languageTag, type Language } from "~/app/i18n/language";
import { messagesFor } from "~/app/i18n/messages";
import { test as base } from "../fixtures";
import type { ScreenState, StateWay } from "./scene";

interface StateFixtures {
  /** Opens a new page in a state. */
  reach: (
    state: ScreenState,
    way: StateWay,
    language: Language,
    options?: BrowserContextOptions,
  ) => Promise<Page>;
}

export const test = base.extend<StateFixtures>({
  reach: async ({ browse, stage }, use) => {
    await use(async (state, way, language, options = {}) => {
      stage.platform.reset();
      stage.provider.behave("gives");
      const { expectErrors } = state;
      const page = await browse(way, {
        locale: languageTag(language),
        // Animations would change screenshots.
        reducedMotion: "reduce",
        ...(expectErrors && { expectErrors }),
        ...options,
      });
      await state.reach({ page, stage, way, language, t: messagesFor(language) });
      return page;
    });
  },
});

export { expect } from "../fixtures";
