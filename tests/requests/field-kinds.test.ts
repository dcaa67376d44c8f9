import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { formOf, pageOf, post } from "../support/application-form";
import { fakePositions, startFakePlatform, type FakePlatform } from "../support/fake-platform";
import {
  askingAllKinds,
  bytesOf,
  CASES,
  controlOf,
  KINDS,
  messagesOf,
  receivedOf,
  sentOf,
  type Case,
} from "../support/field-cases";
import { elementsOf } from "../support/html";
import { startSite, TEST_API_KEY, type Site } from "../support/site";

let platform: FakePlatform;
let site: Site;

beforeAll(async () => {
  platform = await startFakePlatform({ apiKey: TEST_API_KEY });
  site = await startSite({ platform: platform.url });
});
afterAll(async () => {
  await site.stop();
  await platform.close();
});
beforeEach(() => {
  platform.reset();
  platform.position(fakePositions.plain, askingAllKinds());
});

/** A form whose fields have what a case has, but for some that are valid. */
function formWith(which: Case, valid: readonly string[] = []): FormData {
  const form = formOf();
  for (const kind of KINDS) {
    const name = controlOf(kind);
    const own = valid.includes(name) ? "valid" : which;
    const text = kind.entered[own];
    if (text === undefined) continue;
    if (kind.field.kind === "file") form.append(name, new Blob([bytesOf(own)]), text);
    else form.append(name, text);
  }
  return form;
}

test.each(CASES)(
  "%s: each kind of field has its message, and the rest is sent as it was",
  async (which) => {
    const messages = messagesOf(which);
    const address = site.url + pageOf("plain");
    if (Object.keys(messages).length > 0) {
      const response = await post(address, formWith(which));
      expect(response.status).toBe(422);
      const html = await response.text();
      const faults = elementsOf(html, "p")
        .filter(({ attributes }) => attributes.class === "field-error")
        .map(({ attributes, text }) => [attributes.id?.replace(/-error$/, ""), text]);
      expect(Object.fromEntries(faults)).toEqual(messages);
      expect(html).not.toContain("<img src=x");
    }
    const response = await post(address, formWith(which, Object.keys(messages)));
    expect(response.status).toBe(303);
    expect(platform.applications.map(receivedOf)).toEqual([sentOf(which)]);
  },
);
