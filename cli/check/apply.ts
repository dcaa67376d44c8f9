// Sends a test application twice under one key (`npm run check -- … --apply POSITION`).
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Field } from "../../app/platform/position-fields.server";
import type { Position } from "../../app/platform/position.server";
import { filePart, HEADER_VALUE, type Value } from "../../contract/application";
import { HEADERS } from "../../contract/lists";
import { receiptNumber } from "../../contract/receipt-number";
import { call, isSuccess, type Called, type Platform } from "./calls";
import type { Finding } from "./findings";

/** From the range that Ofcom reserves for fiction. */
const PHONE = "+447700900123";
const TEXT = "A test by npm run check. Please delete it.";
const PDF =
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n" +
  "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
  "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n" +
  "trailer<</Root 1 0 R>>\n%%EOF\n";

/** Sends the application, and sends it again. */
export async function tryApplying(platform: Platform, path: string, position: Position) {
  const key = randomUUID();
  const { csrfToken: token = "" } = position;
  const headers = {
    [HEADERS.idempotencyKey]: key,
    ...(HEADER_VALUE.test(token) && { [HEADERS.csrfToken]: token }),
  };
  const send = () => call(platform, path, { body: applicationTo(position), headers });
  const first = await send();
  const again = isSuccess(first) ? await send() : undefined;
  const isRefused = first.status >= 300 && first.status < 500;
  const stored = `. Delete the application of Puerta Check, receipt ${await receiptNumber(key)}`;
  return {
    line: `POST /${path}: ${first.status}${again ? `, and again ${again.status}` : ""}${isRefused ? "" : stored}`,
    findings: again
      ? repeatFindings(first, again, position.honoursKeys === true)
      : [refusal(first)],
  };
}

/** An application with an answer to whatever the position requires. */
function applicationTo(position: Position): FormData {
  const { standard, csrfToken, cvAccept } = position;
  const chosen = position.killerQuestions.map(({ text: question, answers: [answer] }) => ({
    question,
    answer,
  }));
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
    const given = required.flatMap((field) => {
      const value = answerTo(field);
      return value === undefined ? [] : [{ id: field.id, value }];
    });
    form.set("fields", JSON.stringify(given));
  }
  if (csrfToken !== undefined) form.set("csrf_access_token", csrfToken);
  if (standard.cv !== "off") form.set("cv", fileOf(cvAccept));
  for (const field of required) {
    if (field.kind === "file") form.set(filePart(field.id), fileOf(field.accept));
  }
  return form;
}

/** A PDF where one is accepted. */
function fileOf(accept: readonly string[] = ["pdf"]): File {
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

function refusal({ status, fault, body, mend }: Called): Finding {
  const what = `a test application is ${fault ?? `answered ${status}`}${detailOf(body)}`;
  if (status === 409) {
    const means = "the company already has an application of Puerta Check: a repeat was not tried";
    return { level: "missing", what, means, mend: "delete it, and run the check again" };
  }
  return {
    level: "wrong",
    what,
    means: "a candidate who answers everything may not be able to apply",
    mend: mend ?? "answer 2xx to an application that has all that the position asks",
  };
}

/** A refusal's own words, without what a terminal would obey. */
function detailOf(body: unknown): string {
  const { detail } = Body.parse(body);
  return typeof detail === "string" ? `: ${detail.replaceAll(/\p{C}/gu, " ").slice(0, 200)}` : "";
}

/** Findings about the answer to a repeat; none if it is the first answer again, as declared. */
function repeatFindings(first: Called, again: Called, isDeclared: boolean): Finding[] {
  const declared = isDeclared ? ", although the position declares honours" : "";
  const found = (level: Finding["level"], what: string, means: string, mend: string) => [
    { level, what: `a repeat ${what}`, means, mend },
  ];
  if (again.status === 409) {
    return found(
      isDeclared ? "wrong" : "missing",
      `is answered 409${declared}`,
      isDeclared
        ? "a candidate whose first answer was lost is told that the application was not taken"
        : "an application whose answer was lost, and then a 409, is left to an operator",
      'answer a key that was accepted as before, and declare "honours": ["idempotency-key"]',
    );
  }
  if (!isSuccess(again)) {
    return found(
      "wrong",
      `is ${again.fault ?? `answered ${again.status}`}${declared}`,
      "an application whose answer was lost is reported as refused, though it was taken",
      "answer a key that was accepted as before, or run Puerta with RETRY_AMBIGUOUS=off",
    );
  }
  const differing = differences(first.body, again.body);
  if (differing.some((key) => /(^|_)(u?u?id|number)$/i.test(key))) {
    return found(
      "wrong",
      `has another ${differing.join(", ")}${declared}: a second application`,
      "an application whose answer was lost is there twice",
      "look the Idempotency-Key up before an application is stored; delete both",
    );
  }
  if (first.status !== again.status) differing.unshift("status");
  if (differing.length > 0) {
    return found(
      "dropped",
      `is answered in another way: ${differing.join(", ")}`,
      "only the platform can say whether it stored a second application",
      "look for two applications of Puerta Check",
    );
  }
  if (isDeclared) return [];
  return found(
    "missing",
    "is answered as the first, but the position does not declare honours",
    "a 409 after a lost answer is left to an operator",
    'where each key that was accepted is answered so, send "honours": ["idempotency-key"]',
  );
}

const Body = z.record(z.string(), z.unknown()).catch({});

/** The keys by which two answers differ. */
function differences(one: unknown, other: unknown): string[] {
  const [a, b] = [Body.parse(one), Body.parse(other)];
  return Object.keys({ ...a, ...b }).filter(
    (key) => JSON.stringify(a[key]) !== JSON.stringify(b[key]),
  );
}
