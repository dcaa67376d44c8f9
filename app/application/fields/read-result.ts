import type { Messages } from "~/app/i18n/messages";

/** A field's normalized value, or the key of an error message. */
export type ReadResult<Value> = { value: Value } | { error: keyof Messages };
