// Sends a test application twice under one key (`puerta check … --apply POSITION`).
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Field } from "../../app/platform/position-fields.server";
import type { Position } from "../../app/platform/position.server";
import { filePart, HEADER_VALUE, type Value } from "../../contract/application";
import { HEADERS } from "../../contract/lists";
import { receiptNumber } from "../../contract/receipt-number";
import { call, isSuccess, type Called, type Platform } from "./calls";
import { finding, type Finding } from "./findings";

/** From the range that the North American plan reserves for fiction. */
export const PHONE = "+12025550100";
export const TEXT = "A test by puerta check. Please delete it.";
const PDF =
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n" +
  "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
  "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n" +
  "trailer<</Root 1 0 R>>\n%%EOF\n";

/** Sends the application, and sends it again. */
export async function tryApplying(platform: Platform, path: string, position: Position) {
  const key = randomUUID();
  const { csrfToken: token = "", honoursKeys = false } = position;
  const headers = {
    [HEADERS.idempotencyKey]: key,
    ...(HEADER_VALUE.test(token) && { [HEADERS.csrfToken]: token }),
  };
  const send = () => call(platform, path, { body: applicationTo(position), headers });
  const first = await send();
  const line = `POST /${path}: ${first.status}`;
  const stored = `. Delete the application of Puerta Check, receipt ${await receiptNumber(key)}`;
  if (!isSuccess(first)) {
    const isRefused = first.status >= 300 && first.status < 500;
    return { line: isRefused ? line : line + stored, findings: [refusal(first)] };
  }
  const again = await send();
  const found = repeatFinding(first, again, honoursKeys);
  return { line: `${line}, and again ${again.status}${stored}`, findings: found ? [found] : [] };
}

/** An application with an answer to whatever the position requires. */
function applicationTo(position: Position): FormData {
  const { standard, csrfToken, cvAccept } = position;
  const chosen = position.killerQuestions.map(({ text, answers: [answer] }) => {
    return { question: text, answer };
  });
  const written = position.openQuestions.map((question) => ({ question, answer: TEXT }));
  const required = position.fields.filter(({ isRequired }) => isRequired);
  const form = new FormData();
  form.set("first_name", "Puerta");
  form.set("last_name", "Check");
  if (standard.phone !== "off") form.set("phone", PHONE);
  form.set("privacy_policy", "true");
  form.set("killer_questions", JSON.stringify(chosen));
  if (written.length > 0) form.set("open_questions", JSON.stringify(written));
  form.set("recaptcha_token", "");
  if (required.length > 0) {
    const given = required.map((field) => ({ id: field.id, value: answerTo(field) }));
    const told = given.filter(({ value }) => value !== undefined);
    form.set("fields", JSON.stringify(told));
  }
  if (csrfToken !== undefined) form.set("csrf_access_token", csrfToken);
  if (standard.cv !== "off") form.set("cv", fileOf(cvAccept));
  for (const field of required) {
    if (field.kind === "file") form.set(filePart(field.id), fileOf(field.accept));
  }
  return form;
}

/** A PDF where one is accepted. */
export function fileOf(accept: readonly string[] = ["pdf"]): File {
  const ending = accept.includes("pdf") ? "pdf" : (accept[0] ?? "pdf");
  return ending === "pdf"
    ? new File([PDF], "check.pdf", { type: "application/pdf" })
    : new File([TEXT], `check.${ending}`);
}

/** An answer that the field takes; none for a file, which is a part of its own. */
function answerTo(field: Field): Value | undefined {
  switch (field.kind) {
    case "email":
      return "puerta-check@example.org";
    case "url":
      return "https://example.org/";
    case "date":
      return new Date().toISOString().slice(0, 10);
    case "yes_no":
      return true;
    case "text":
    case "long_text":
      return TEXT.slice(0, field.max);
    case "number":
      return String(field.min ?? field.max ?? 1);
    case "one_of":
      return field.options[0]?.value;
    case "some_of":
      return field.options.slice(0, 1).map(({ value }) => value);
    case "consent":
      return { given: true, text: field.label };
    case "file":
    case "note":
      return undefined;
  }
}

function refusal({ status, fault, body }: Called): Finding {
  const { detail } = Body.parse(body);
  // Without the characters that a terminal obeys.
  const said = typeof detail === "string" ? `: ${detail.replaceAll(/\p{C}/gu, " ")}` : "";
  const what = `a test application is ${fault ?? `answered ${status}`}${said.slice(0, 200)}`;
  return status === 409
    ? finding("missing", what, "the company has an application of Puerta Check: delete it first")
    : finding("wrong", what, "a candidate who answers everything may not be able to apply");
}

/** Undefined if a repeat gets the first answer again, as declared. */
function repeatFinding(first: Called, again: Called, isDeclared: boolean): Finding | undefined {
  const declared = isDeclared ? ", although the position declares honours" : "";
  const lost = "an application whose answer was lost is";
  const refused = `${lost} reported as refused, though it was taken`;
  if (again.status === 409) {
    const means = isDeclared ? refused : `${lost} left to an operator. ${HONOUR}`;
    return finding(isDeclared ? "wrong" : "missing", `a repeat is answered 409${declared}`, means);
  }
  if (!isSuccess(again)) {
    const what = `a repeat is ${again.fault ?? `answered ${again.status}`}${declared}`;
    return finding("wrong", what, `${refused}. ${HONOUR}, or set RETRY_AMBIGUOUS=off`);
  }
  const [a, b] = [Body.parse(first.body), Body.parse(again.body)];
  const differing = Object.keys({ ...a, ...b }).filter(
    (key) => JSON.stringify(a[key]) !== JSON.stringify(b[key]),
  );
  if (differing.some((key) => /(^|_)(u?u?id|number)$/i.test(key))) {
    const what = `a repeat has another ${differing.join(", ")}${declared}: a second application`;
    return finding("wrong", what, "look the Idempotency-Key up before you store one; delete both");
  }
  if (first.status !== again.status) differing.unshift("status");
  if (differing.length > 0) {
    const what = `a repeat is answered in another way: ${differing.join(", ")}`;
    return finding("dropped", what, "look for two applications of Puerta Check on the platform");
  }
  if (isDeclared) return undefined;
  const what = "a repeat is answered as the first, but the position does not declare honours";
  return finding("missing", what, `a 409 after a lost answer is left to an operator. ${HONOUR}`);
}

const HONOUR = 'Answer an accepted key as before, and declare "honours": ["idempotency-key"]';

const Body = z.record(z.string(), z.unknown()).catch({});
