import { expect, test } from "vitest";
import { languageTag } from "../../i18n/language";
import { buttonText } from "./button-text";
import { formTexts } from "./texts";
import type { Submission } from "./submission";
import type { Transfer } from "./cv-upload";

const upload = (held: number, total: number, state: Transfer["state"] = "sending"): Transfer => ({
  state,
  held,
  total,
});

const words = (
  state: Submission["state"],
  {
    transfers = [],
    language = "es-es",
    ...context
  }: {
    transfers?: (Transfer | undefined)[];
    language?: "es-es" | "es-mx" | "en";
    isOnline?: boolean;
    verifying?: string;
  } = {},
) =>
  buttonText(state, {
    isOnline: true,
    verifying: undefined,
    ...context,
    transfers,
    language: languageTag(language),
    texts: formTexts(language, { maxCvBytes: 1, holdMs: 1, country: "" }),
  });

test.each([
  ["idle", words("idle"), undefined],
  ["verifying", words("verifying", { verifying: "Verificando..." }), "Verificando..."],
  ["no bot check", words("verifying"), "Enviando..."],
  ["sending", words("sending"), "Enviando..."],
  ["waiting", words("waiting"), "Esperando conexión..."],
  ["offline", words("uploading", { isOnline: false }), "Esperando conexión..."],
  ["cut", words("uploading", { transfers: [upload(1, 2, "paused")] }), "Esperando conexión..."],
  ["nothing known", words("uploading"), "Subiendo 0\u00a0%"],
  ["es-es", words("uploading", { transfers: [upload(43, 100)] }), "Subiendo 43\u00a0%"],
  ["en", words("uploading", { transfers: [upload(43, 100)], language: "en" }), "Uploading 43%"],
  [
    "two files",
    words("uploading", { transfers: [upload(50, 100, "held"), upload(10, 50)] }),
    "Subiendo 40\u00a0%",
  ],
  [
    "a file that the form carries",
    words("uploading", { transfers: [undefined, upload(0, 900, "here"), upload(1, 2)] }),
    "Subiendo 50\u00a0%",
  ],
  [
    "never 100 % too early",
    words("uploading", { transfers: [upload(999, 1000)] }),
    "Subiendo 99\u00a0%",
  ],
])("the button says it: %s", (_, said, seen) => {
  expect(said?.seen).toBe(seen);
});

test("screen readers hear the state, not each percentage", () => {
  const heard = [10, 90].map(
    (held) => words("uploading", { transfers: [upload(held, 100)] })?.heard,
  );
  expect(heard).toEqual(["Subiendo...", "Subiendo..."]);
});
