/** The key of an element's id in WebDriver's JSON (W3C, section 11). */
export const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/**
 * The WebDriver commands that the tests use. Each has a name in Marionette (WebDriver over a plain socket),
 * an HTTP method and a path.
 *
 * Sources: WebDriver (W3C), section 8; Firefox, `remote/marionette/driver.sys.mjs`.
 */
export const COMMANDS = {
  newSession: ["WebDriver:NewSession", "POST", ""],
  open: ["WebDriver:Navigate", "POST", "/url"],
  address: ["WebDriver:GetCurrentURL", "GET", "/url"],
  find: ["WebDriver:FindElements", "POST", "/elements"],
  click: ["WebDriver:ElementClick", "POST", "/element/{id}/click"],
  clear: ["WebDriver:ElementClear", "POST", "/element/{id}/clear"],
  type: ["WebDriver:ElementSendKeys", "POST", "/element/{id}/value"],
  keys: ["WebDriver:PerformActions", "POST", "/actions"],
  text: ["WebDriver:GetElementText", "GET", "/element/{id}/text"],
} as const;

export type Command = keyof typeof COMMANDS;

/** A command's parameters, including the `id` in its path. */
export type Parameters = Record<string, unknown>;

export interface Driver {
  /** @returns the browser's result. @throws Error with the browser's message */
  send: (command: Command, parameters?: Parameters) => Promise<unknown>;
  /** Ends the browser and its helper processes, and removes its profile. */
  end: () => Promise<void>;
}
