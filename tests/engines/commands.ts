/** The key under which WebDriver names an element (W3C, section 11). */
export const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/**
 * The commands of WebDriver that the journey needs: their names in Marionette (which is WebDriver over a
 * plain socket), and their HTTP methods and paths.
 *
 * Sources: WebDriver (W3C), section 8; Firefox, `remote/marionette/driver.sys.mjs`.
 */
export const COMMANDS = {
  begin: ["WebDriver:NewSession", "POST", ""],
  open: ["WebDriver:Navigate", "POST", "/url"],
  address: ["WebDriver:GetCurrentURL", "GET", "/url"],
  find: ["WebDriver:FindElements", "POST", "/elements"],
  click: ["WebDriver:ElementClick", "POST", "/element/{id}/click"],
  clear: ["WebDriver:ElementClear", "POST", "/element/{id}/clear"],
  type: ["WebDriver:ElementSendKeys", "POST", "/element/{id}/value"],
  keys: ["WebDriver:PerformActions", "POST", "/actions"],
  text: ["WebDriver:GetElementText", "GET", "/element/{id}/text"],
  property: ["WebDriver:GetElementProperty", "GET", "/element/{id}/property/{name}"],
} as const;

export type Command = keyof typeof COMMANDS;

/** What goes along with a command: WebDriver's own words, and the `id` and `name` of its path. */
export type Parameters = Record<string, unknown>;

/** A browser that takes commands, however they travel. */
export interface Wire {
  /** @returns what the browser answers. @throws what it says went wrong */
  send: (command: Command, parameters?: Parameters) => Promise<unknown>;
  /** Ends the browser and all that was started for it, and removes its profile. */
  end: () => Promise<void>;
}
