import { vi } from "vitest";

/** A fake form field with the properties that drafts use. */
class Field extends EventTarget {
  form: Form | undefined;
  readonly type: string = "submit";
  readonly dataset: Record<string, string> = {};

  constructor(
    readonly name: string,
    public value = "",
  ) {
    super();
  }

  override dispatchEvent(event: Event): boolean {
    super.dispatchEvent(event);
    if (event.bubbles) this.form?.dispatchEvent(new Event(event.type));
    return true;
  }
}

class Input extends Field {
  checked = false;
  files: File[] | undefined;

  constructor(
    override readonly type: string,
    name: string,
    value = "",
  ) {
    super(name, value);
    if (type !== "file") return;
    this.files = [];
    // As in a browser, setting "" removes the file, and setting any other string throws.
    const set = (text: string) => {
      if (text !== "") throw new DOMException("Scripts can't set a file name", "InvalidStateError");
      this.files = [];
    };
    Object.defineProperty(this, "value", { set, get: () => "" });
  }
}

class TextArea extends Field {
  override readonly type = "textarea";
}

class Select extends Field {
  override readonly type = "select-one";
}

class Form extends EventTarget {
  readonly elements: Field[];

  constructor(...elements: Field[]) {
    super();
    this.elements = elements;
    for (const element of elements) element.form = this;
  }

  querySelectorAll(selector: string) {
    if (selector !== "[type=file]") throw new Error("Unsupported selector");
    return this.elements.filter(({ type }) => type === "file");
  }
}

export function stubForms(): void {
  vi.stubGlobal("HTMLInputElement", Input);
  vi.stubGlobal("HTMLTextAreaElement", TextArea);
}

/** Stubs `DataTransfer`, which builds a field's list of files. */
export function stubDataTransfer(): void {
  vi.stubGlobal(
    "DataTransfer",
    class {
      files: File[] = [];
      items = { add: (file: File) => this.files.push(file) };
    },
  );
}

/** Creates an application form. @returns the fields, and the form as an `HTMLFormElement` */
export function createForm() {
  const fields = {
    firstName: new Input("text", "first_name"),
    phone: new Input("tel", "phone"),
    why: new TextArea("open_question-0"),
    none: new Input("radio", "question-0", ""),
    yes: new Input("radio", "question-0", "Yes"),
    no: new Input("radio", "question-0", "No"),
    privacy: new Input("checkbox", "privacy_policy", "true"),
    cv: new Input("file", "cv"),
    email: new Input("email", "field-email"),
    day: new Input("date", "field-day"),
    list: new Select("field-list"),
    boxA: new Input("checkbox", "field-some", "A"),
    boxB: new Input("checkbox", "field-some", "B"),
    secret: new Input("text", "field-secret"),
    secretBox: new Input("checkbox", "field-secrets", "A"),
    token: new Input("hidden", "csrf_token", "secret"),
    search: new Input("search", "country", "Spain"),
    nameless: new Input("text", ""),
    send: new Field("send", "Send"),
  };
  for (const field of [fields.secret, fields.secretBox]) field.dataset.private = "";
  const form = new Form(...Object.values(fields));
  return { fields, form: form as unknown as HTMLFormElement };
}
