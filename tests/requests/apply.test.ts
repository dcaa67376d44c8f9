import { describe, expect, test } from "vitest";
import { ANSWERS, formOf, idOf, pageOf, pdfOf, post, sha256 } from "../support/application-form";
import { fakeClientUuid, fakeCsrfToken, fakePositions } from "../support/fake-platform";
import { sitesForFile } from "../support/sites-for-file";
import { TEST_API_KEY } from "../support/site";

const { platform, site } = await sitesForFile({
  site: { vars: { MAX_CV_BYTES: "4000000", RETRY_FIRST_MS: "100" } },
});

/** The two ways to the same function: the plain form, and the application's own address. */
const ways = {
  plain: (position: keyof typeof fakePositions, form: FormData) =>
    post(site.url + pageOf(position), form),
  "with scripts": (position: keyof typeof fakePositions, form: FormData) =>
    post(`${site.url}/-/applications/${idOf(form)}?position=${fakePositions[position]}`, form),
};

describe.each(Object.entries(ways))("an application sent %s", (_, send) => {
  test("reaches the platform with every field, and its CV byte for byte", async () => {
    const cv = pdfOf(3 * 1024 ** 2);
    const form = formOf(ANSWERS, { bytes: cv, name: "Currículum.pdf" });
    const response = await send("questions", form);
    expect([200, 303]).toContain(response.status);

    const [application] = platform.applications;
    expect(application?.fields).toEqual([
      ["first_name", "María José"],
      ["last_name", "O'Neill Núñez"],
      ["phone", "+34612345678"],
      ["privacy_policy", "true"],
      [
        "killer_questions",
        JSON.stringify([
          { question: "¿Tienes permiso de trabajo?", answer: "Sí" },
          { question: "¿Cuándo puedes empezar?", answer: "En un mes" },
        ]),
      ],
      [
        "open_questions",
        JSON.stringify([
          { question: "¿Por qué quieres trabajar aquí?", answer: "Por las bicicletas" },
        ]),
      ],
      ["recaptcha_token", ""],
    ]);
    expect(application?.clientRef).toBe(fakeClientUuid);
    expect(application?.positionId).toBe(fakePositions.questions);
    expect(application?.idempotencyKey).toBe(form.get("application_id"));
    expect(application?.headers["x-api-key"]).toBe(TEST_API_KEY);
    expect(application?.cv).toMatchObject({
      fileName: "Currículum.pdf",
      contentType: "application/pdf",
      sha256: sha256(cv),
    });
  });

  test("carries the position's CSRF token as a field and as a header", async () => {
    await send("csrf", formOf());
    const [application] = platform.applications;
    expect(application?.field("csrf_access_token")).toBe(fakeCsrfToken);
    expect(application?.headers["x-csrftoken"]).toBe(fakeCsrfToken);
  });

  test("needs no CV where it is optional, and no answers where nothing is asked", async () => {
    const response = await send("plain", formOf());
    expect([200, 303]).toContain(response.status);
    const [application] = platform.applications;
    expect(application?.cv).toBeUndefined();
    expect(application?.field("killer_questions")).toBe("[]");
    expect(application?.field("open_questions")).toBeUndefined();
  });

  test.each([
    ["Curri\u0301culum 😀.pdf", "Curri\u0301culum 😀.pdf"],
    ['"mine" 100%.pdf', '"mine" 100%.pdf'],
    ["C:\\fakepath\\cv.pdf", "cv.pdf"],
    ["cv\u202efdp\u0007\t\u0085.pdf", "cvfdp.pdf"],
  ])("keeps the file's name %j as %j", async (given, expected) => {
    await send("plain", formOf({}, { bytes: pdfOf(100), name: given }));
    expect(platform.applications[0]?.cv?.fileName).toBe(expected);
  });

  test("that comes twice is one application with one receipt", async () => {
    const form = formOf({}, { bytes: pdfOf(100_000), name: "cv.pdf" });
    const [first, second] = [await send("plain", form), await send("plain", form)];
    expect(platform.applications).toHaveLength(1);
    expect(second.headers.get("Location")).toBe(first.headers.get("Location"));
    expect(await second.text()).toBe(await first.text());
  });

  test("five times at once is one application with one receipt", async () => {
    const form = formOf({}, { bytes: pdfOf(100_000), name: "cv.pdf" });
    const answers = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const response = await send("plain", form);
        return [response.status, response.headers.get("Location"), await response.text()].join();
      }),
    );
    expect(new Set(answers).size).toBe(1);
    expect(platform.applications).toHaveLength(1);
  });

  test("under an id that was sent with other contents is a second application", async () => {
    const bytes = pdfOf(300_000);
    const first = formOf({}, { bytes: pdfOf(100), name: "cv.pdf" });
    const second = formOf(
      { application_id: idOf(first), first_name: "Otra" },
      { bytes, name: "other.pdf" },
    );
    await send("plain", first);
    const response = await send("plain", second);
    expect([200, 303]).toContain(response.status);
    expect(platform.applications.map(({ cv }) => cv?.fileName)).toEqual(["cv.pdf", "other.pdf"]);
    expect(platform.applications[1]?.cv?.sha256).toBe(sha256(bytes));
    expect(platform.applications[1]?.idempotencyKey).not.toBe(first.get("application_id"));
  });
});

test("a candidate who gave up waiting and sends it again is answered by the same receipt", async () => {
  platform.on("apply").once.stall();
  const form = formOf({}, { bytes: pdfOf(50_000), name: "cv.pdf" });
  const impatient = new AbortController();
  const first = fetch(site.url + pageOf("plain"), {
    method: "POST",
    body: form,
    signal: impatient.signal,
  });
  await expect.poll(() => platform.attempts().length).toBe(1);
  impatient.abort();
  await expect(first).rejects.toThrow();
  const again = ways.plain("plain", form);
  setTimeout(() => platform.cut(), 200);
  const location = (await again).headers.get("Location") ?? "";
  expect(location).toContain("receipt=");
  await platform.waitForApplications(1);
  expect(platform.applications).toHaveLength(1);
  expect(new Set(platform.attempts().map(({ key }) => key)).size).toBe(1);
});

test("who gives up while the platform is asked for the position has applied all the same", async () => {
  platform.on("position").once.stall();
  const impatient = new AbortController();
  const sent = fetch(site.url + pageOf("plain"), {
    method: "POST",
    body: formOf({}, { bytes: pdfOf(50_000), name: "cv.pdf" }),
    signal: impatient.signal,
  });
  await expect.poll(() => platform.requestsOf("position").length).toBe(1);
  impatient.abort();
  await expect(sent).rejects.toThrow();
  // This cuts the connection, and the position is read again.
  platform.cut();
  await platform.waitForApplications(1);
});
