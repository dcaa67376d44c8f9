import type { Messages } from "../../i18n/messages";

/** What was entered into a field, as it is sent; or what is wrong with it, as a text of the catalogue. */
export type ReadResult<Value> = { value: Value } | { error: keyof Messages };
