import { expect, test } from "vitest";
import { languageTag } from "~/app/i18n/language";
import { buttonText } from "./button-text";
import { formTexts } from "./texts";
import type { Submission } from "./submission";
import type { Transfer } from "./file-upload";

const upload = (held: number, total: number, state: Transfer["state"] = "sending"): Transfer => ({
  state,
  held,
  total,
});

const getText = (
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
  ["idle", getText("idle"), undefined],
  ["verifying", getText("verifying", { verifying: "Verificando..." }), "Verificando..."],
  ["verifying without a bot check", getText("verifying"), "Enviando..."],
  ["sending", getText("sending"), "Enviando..."],
  ["waiting", getText("waiting"), "Esperando conexión..."],
  ["offline", getText("uploading", { isOnline: false }), "Esperando conexión..."],
  [
    "a paused upload",
    getText("uploading", { transfers: [upload(1, 2, "paused")] }),
    "Esperando conexión...",
  ],
  [
    "a photo that is being shrunk",
    getText("uploading", { transfers: [upload(0.5, 1, "preparing"), upload(43, 100)] }),
    "Reduciendo la foto…",
  ],
  ["no transfer yet", getText("uploading"), "Subiendo 0\u00a0%"],
  ["in Spanish", getText("uploading", { transfers: [upload(43, 100)] }), "Subiendo 43\u00a0%"],
  [
    "in English",
    getText("uploading", { transfers: [upload(43, 100)], language: "en" }),
    "Uploading 43%",
  ],
  [
    "two files",
    getText("uploading", { transfers: [upload(50, 100, "held"), upload(10, 50)] }),
    "Subiendo 40\u00a0%",
  ],
  [
    "a file sent with the form",
    getText("uploading", { transfers: [undefined, upload(0, 900, "here"), upload(1, 2)] }),
    "Subiendo 50\u00a0%",
  ],
  [
    "a percentage just below 100",
    getText("uploading", { transfers: [upload(999, 1000)] }),
    "Subiendo 99\u00a0%",
  ],
])("returns the button's text: %s", (_, result, text) => {
  expect(result?.text).toBe(text);
});

test("omits the percentage from the label for screen readers", () => {
  const labels = [10, 90].map(
    (held) => getText("uploading", { transfers: [upload(held, 100)] })?.label,
  );
  expect(labels).toEqual(["Subiendo...", "Subiendo..."]);
});
