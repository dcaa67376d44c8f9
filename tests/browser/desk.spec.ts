import { readFile } from "node:fs/promises";
import type { Page } from "playwright/test";
import { isLong } from "../support/size";
import { findAxeViolations } from "../support/axe";
import type { DeskSite } from "../support/desk-site";
import { expect, test } from "../support/fixtures";
import { findSidewaysScroll } from "../states/layout";
import { startOtherSite } from "../support/other-site";

const POSITION = "marine-electrical-engineer";

/** Signs in for the position's company and returns the sign-in code. */
async function signIn(page: Page, desk: DeskSite) {
  const code = await desk.createCode(desk.findPosition(POSITION).company.uuid, "Ana");
  await page.goto(desk.deskUrl);
  await page.getByLabel("Sign-in code").fill(code);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Jobs");
  return code;
}

const stored = (desk: DeskSite, id: string) =>
  desk.db.prepare("SELECT mark, note FROM applications WHERE id = ?").bind(id).first();

const ENGLISH = { locale: "en-GB" };

test.describe("plain:", () => {
  test("shows, marks and deletes an application @long", async ({ browse, desk }) => {
    const cv = new File(["%PDF-1.7 her CV"], "cv.pdf", { type: "application/pdf" });
    const person = { first_name: "Zoë", last_name: "O'Neill <b>" };
    const id = await desk.apply(POSITION, person, { cv });
    const page = await browse("plain", { ...ENGLISH, expectErrors: /422/ });
    const code = await signIn(page, desk);
    const position = page.getByRole("listitem").filter({ hasText: "Marine electrical engineer" });
    await expect(position).toContainText("1 new");
    await position.getByRole("link").click();
    await page.getByRole("link", { name: "Zoë O'Neill <b>" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Zoë O'Neill <b>");
    // Once in the facts, and once because the application has no email address.
    const phones = page.getByRole("link", { name: "+34600" });
    await expect(phones).toHaveCount(2);
    for (const phone of await phones.all())
      await expect(phone).toHaveAttribute("href", /^tel:\+34600/);

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download cv.pdf" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("cv.pdf");
    expect(await readFile(await download.path(), "utf8")).toBe("%PDF-1.7 her CV");

    await page.getByRole("button", { name: "Answered" }).click();
    await expect(page.getByRole("status")).toHaveText("Status changed.");
    await expect(page.getByRole("button", { name: "Answered" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await page.getByLabel("Note").fill("Rings back on Monday.");
    await page.getByRole("button", { name: "Save note" }).click();
    await expect(page.getByLabel("Note")).toHaveValue("Rings back on Monday.");
    expect(await stored(desk, id)).toEqual({ mark: "answered", note: "Rings back on Monday." });

    await page.getByRole("link", { name: "Delete" }).click();
    await page.getByRole("link", { name: "Keep" }).click();
    expect(await stored(desk, id)).not.toBeNull();
    await page.getByRole("link", { name: "Delete" }).click();
    const again = page.getByLabel("Enter your sign-in code again");
    await again.fill("wrong");
    await page.getByRole("button", { name: "Delete permanently" }).click();
    await expect(page.getByRole("alert")).toContainText(
      "Check that you typed the whole sign-in code",
    );
    await expect(again).toBeFocused();
    await again.fill(code);
    await page.getByRole("button", { name: "Delete permanently" }).click();
    await expect(page.getByRole("status")).toHaveText("Deleted permanently.");
    await expect(page.getByText("No applications here.")).toBeVisible();
    expect(await stored(desk, id)).toBeNull();

    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
    await page.goBack();
    await page.reload();
    await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  });
});

test.describe("full:", () => {
  test("renders its pages without axe violations @long", async ({ browse, desk }) => {
    const id = await desk.apply(POSITION);
    const page = await browse("full", ENGLISH);
    await page.goto(desk.deskUrl);
    expect(await findAxeViolations(page, "full", {})).toEqual([]);
    await signIn(page, desk);
    const { uuid } = desk.findPosition(POSITION).position;
    const paths = [
      "",
      "applications",
      "log",
      "sessions",
      `positions/${uuid}`,
      `applications/${id}`,
    ];
    const confirmations = [`applications/${id}/delete`, `positions/${uuid}/export`];
    const often = [`positions/${uuid}`, `applications/${id}`, ...confirmations.slice(0, 1)];
    for (const path of isLong ? [...paths, ...confirmations] : often) {
      await page.goto(`${desk.deskUrl}/${path}`);
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 });
        expect([path, await findSidewaysScroll(page)]).toEqual([path, []]);
      }
      expect([path, await findAxeViolations(page, "full", {})]).toEqual([path, []]);
    }
  });

  test("exposes nothing to a script from another origin @long", async ({ browse, desk }) => {
    const id = await desk.apply(POSITION, { last_name: "Secret-Name" });
    const page = await browse("full", { ...ENGLISH, expectErrors: /CORS|403|frame|ERR_/ });
    await signIn(page, desk);
    // A page on another port has another origin but the same site, so its requests include the cookie.
    const other = await startOtherSite(() => "<!doctype html><title>A neighbour</title>");
    const neighbour = new URL(other.url);
    neighbour.hostname = new URL(desk.deskUrl).hostname;
    const cookies: (string | undefined)[] = [];
    page.on("request", async (request) => {
      if (!request.url().startsWith(desk.deskUrl)) return;
      cookies.push((await request.allHeaders()).cookie);
    });
    const before = desk.log.length;
    await page.goto(neighbour.href);
    const seen = await page.evaluate(
      async ([at, application]) => {
        const credentials = "include";
        const text = async (path: string, init: RequestInit) =>
          fetch(`${at}${path}`, { credentials, ...init }).then(
            (response) => response.text(),
            () => "nothing",
          );
        const frame = document.createElement("iframe");
        frame.src = `${at}/applications/${application}`;
        document.body.appendChild(frame);
        await new Promise((resolve) => frame.addEventListener("load", resolve));
        const body = new URLSearchParams({ token: "0".repeat(64) });
        const found = await Promise.all([
          text(`/applications/${application}`, {}),
          text(`/applications/${application}`, { mode: "no-cors" }),
          text(`/applications/${application}/cv`, { mode: "no-cors" }),
          text(`/applications/${application}/delete`, { method: "POST", body }),
          text(`/applications/${application}/delete`, { method: "POST", mode: "no-cors", body }),
        ]);
        return [...found, frame.contentDocument === null ? "" : "a frame that can be read"];
      },
      [desk.deskUrl, id],
    );
    expect(seen.join("")).toMatch(/^(nothing)*$/);
    expect(await stored(desk, id)).toMatchObject({ mark: "new" });
    expect(cookies.filter((cookie) => cookie?.includes("__Host-desk="))).not.toEqual([]);
    const answered = () =>
      desk.log.slice(before).filter((line) => line.includes("/applications/*"));
    await expect.poll(() => answered().length).toBe(6);
    for (const line of answered()) expect(line).toContain('"status":403');

    // Submit a form as a top-level navigation.
    await page.setContent(
      `<form method="post" action="${desk.deskUrl}/applications/${id}/delete"><button>Win</button></form>`,
    );
    await page.getByRole("button").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page has expired");
    expect(await stored(desk, id)).toMatchObject({ mark: "new" });
    await other.close();
  });

  test("exposes nothing to a company's own script @long", async ({ browse, desk }) => {
    const id = await desk.apply(POSITION, { last_name: "Secret-Name" });
    const { company, position } = desk.findPosition(POSITION);
    const js = `(async () => {
      const answers = [];
      for (const path of ["/", "/applications/${id}"]) {
        const ask = (init) => fetch("${desk.deskUrl}" + path, { credentials: "include", ...init });
        for (const init of [{}, { mode: "no-cors" }, { method: "POST", mode: "no-cors" }]) {
          answers.push(await ask(init).then((answer) => answer.text(), () => "nothing"));
        }
      }
      answers.push(await fetch("/applications/${id}").then((answer) => answer.status));
      document.documentElement.dataset.answers = answers.join(" ").trim();
    })();`;
    await desk.db
      .prepare("UPDATE clients SET apply_page_js = ? WHERE uuid = ?")
      .bind(js, company.uuid)
      .run();
    const page = await browse("full", { ...ENGLISH, expectErrors: /desk\.localhost|404/ });
    await signIn(page, desk);
    // The position page isn't cached yet, so it includes the new script.
    await page.goto(`${desk.url}/${company.code}/${position.slug}/${position.uuid}`);
    await expect(page.locator("html")).toHaveAttribute("data-answers", /404$/, { timeout: 20_000 });
    const answers = await page.locator("html").getAttribute("data-answers");
    expect(answers?.replace(/nothing|404|\s/g, "")).toBe("");
    expect(await stored(desk, id)).toMatchObject({ mark: "new" });
  });
});
