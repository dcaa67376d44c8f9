import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startDeskSite, type DeskSite } from "../support/desk-site";
import { visitor } from "../support/desk-visitor";

let site: DeskSite;
beforeAll(async () => {
  site = await startDeskSite();
});
afterAll(() => site.stop());

test("smoke", async () => {
  const id = await site.apply("ticket-office-assistant");
  const { company } = site.positionOf("ticket-office-assistant");
  const phrase = await site.phrase(company.uuid, "Ana");
  const ana = visitor(site);
  expect((await ana.get("/")).headers.location).toBe("/in");
  const login = await ana.get("/in");
  console.log(login.status, login.headers, login.text.slice(-1500));
  const signedIn = await ana.signIn(phrase);
  console.log(signedIn.status, signedIn.headers, signedIn.text.slice(-800));
  const home = await ana.get("/");
  console.log(home.status, home.text.slice(-3000));
  const app = await ana.get(`/applications/${id}`);
  console.log(app.status, app.text.slice(-5000));
  console.log(site.log);
});
