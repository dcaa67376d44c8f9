import { ELEMENT, type Wire } from "./commands";
import { until } from "./started";

/** How long what is looked for may take to come, in ms. Found, nothing of it is waited for. */
const PATIENCE_MS = 30_000;

/** A browser as a person uses it: what a journey does, by the few commands that every engine takes. */
export class Engine {
  readonly #wire: Wire;

  private constructor(wire: Wire) {
    this.#wire = wire;
  }

  static async begin(wire: Wire): Promise<Engine> {
    await wire.send("begin", { capabilities: {} });
    return new Engine(wire);
  }

  end = () => this.#wire.end();

  open = (url: string) => this.#wire.send("open", { url });

  address = async () => String(await this.#wire.send("address"));

  click = async (selector: string) => {
    await this.#wire.send("click", { id: await this.#one(selector) });
  };

  /** Clicks what has this text, to the letter. */
  clickOn = async (text: string) => {
    await this.#wire.send("click", { id: await this.#withText(text, "normalize-space(.) =") });
  };

  /** Types into a field, in the place of what is there. For a file's field: the file's path. */
  enter = async (selector: string, text: string) => {
    const id = await this.#one(selector);
    if (!selector.includes("file")) await this.#wire.send("clear", { id });
    await this.#wire.send("type", { id, text });
  };

  /** Presses a key of WebDriver's own (section 17.4.2), such as Enter, in a field. */
  press = async (selector: string, key: string) => {
    await this.#wire.send("type", { id: await this.#one(selector), text: key });
  };

  /** Presses a key wherever the focus is. */
  key = (value: string) =>
    this.#wire.send("keys", {
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

  /** The text of an element as it is shown. */
  text = async (selector: string) =>
    String(await this.#wire.send("text", { id: await this.#one(selector) }));

  property = async (selector: string, name: string) =>
    this.#wire.send("property", { id: await this.#one(selector), name });

  /** How many elements there are, at this moment. */
  count = async (selector: string) => {
    return (await this.#find("css selector", selector)).length;
  };

  /** Waits until the page has this text. @throws if it never comes */
  sees = (text: string) => this.#withText(text, "contains(normalize-space(.),");

  /** Waits until there is such an element. @throws if there never is */
  waitFor = (selector: string) => this.#one(selector);

  async #withText(text: string, test: "normalize-space(.) =" | "contains(normalize-space(.),") {
    const end = test.endsWith(",") ? ")" : "";
    // The innermost element, and nothing that is only data.
    const wanted = `${test} "${text}"${end}`;
    const path = `//body//*[not(self::script) and ${wanted} and not(*[${wanted}])]`;
    return this.#first("xpath", path, text);
  }

  #one = (selector: string) => this.#first("css selector", selector, selector);

  /**
   * The first element that is found, as soon as there is one. The engines' own waiting (WebDriver's
   * "implicit" timeout) is not used: Firefox without scripts would wait on a page that has gone.
   */
  #first = (using: string, value: string, wanted: string) =>
    until(async () => {
      const [id] = await this.#find(using, value);
      if (id === undefined) throw new Error(`The page has nothing like this: ${wanted}`);
      return id;
    }, PATIENCE_MS);

  async #find(using: string, value: string): Promise<string[]> {
    const found = await this.#wire.send("find", { using, value });
    return (found as Record<string, string>[]).map((element) => element[ELEMENT] ?? "");
  }
}
