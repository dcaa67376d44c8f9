import { ELEMENT, type Driver } from "./commands";
import { retry } from "./processes";

const FIND_TIMEOUT_MS = 30_000;

/** User actions in a browser, built from commands that all engines support. */
export class Engine {
  readonly #driver: Driver;

  private constructor(driver: Driver) {
    this.#driver = driver;
  }

  static async connect(driver: Driver): Promise<Engine> {
    await driver.send("newSession", { capabilities: {} });
    return new Engine(driver);
  }

  end = () => this.#driver.end();

  open = (url: string) => this.#driver.send("open", { url });

  address = async () => String(await this.#driver.send("address"));

  click = async (selector: string) => {
    await this.#driver.send("click", { id: await this.#element(selector) });
  };

  /** Replaces a field's value. If the selector contains `file`, `text` is a file's path. */
  enter = async (selector: string, text: string) => {
    const id = await this.#element(selector);
    if (!selector.includes("file")) await this.#driver.send("clear", { id });
    await this.#driver.send("type", { id, text });
  };

  /** Presses a key, such as Enter, in a field. Section 17.4.2 of WebDriver lists the keys' codes. */
  pressIn = async (selector: string, key: string) => {
    await this.#driver.send("type", { id: await this.#element(selector), text: key });
  };

  pressKey = (value: string) =>
    this.#driver.send("keys", {
      actions: [
        {
          type: "key",
          id: "keyboard",
          actions: [
            { type: "keyDown", value },
            { type: "keyUp", value },
          ],
        },
      ],
    });

  text = async (selector: string) =>
    String(await this.#driver.send("text", { id: await this.#element(selector) }));

  /** Waits until an element contains a string. @throws after the timeout */
  waitForText = (text: string) => {
    // Match the innermost element, but not scripts and their data.
    const condition = `contains(normalize-space(.), "${text}")`;
    const path = `//body//*[not(self::script) and ${condition} and not(*[${condition}])]`;
    return this.#waitForFirst("xpath", path, text);
  };

  waitFor = (selector: string) => this.#element(selector);

  #element = (selector: string) => this.#waitForFirst("css selector", selector, selector);

  /**
   * Waits for the first matching element. Doesn't use WebDriver's implicit timeout, because Firefox without
   * scripts would wait on a page that has unloaded.
   */
  #waitForFirst = (using: string, value: string, description: string) =>
    retry(async () => {
      const [id] = await this.#find(using, value);
      if (id === undefined) throw new Error(`Not found on the page: ${description}`);
      return id;
    }, FIND_TIMEOUT_MS);

  async #find(using: string, value: string): Promise<string[]> {
    const found = await this.#driver.send("find", { using, value });
    return (found as Record<string, string>[]).map((element) => element[ELEMENT] ?? "");
  }
}
