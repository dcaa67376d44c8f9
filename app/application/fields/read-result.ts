import type { Messages } from "../../i18n/messages";

/** A field's value as it's sent, or the key of an error message. */
export type ReadResult<Value> = { value: Value } | { error: keyof Messages };
