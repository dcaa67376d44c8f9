import { describe, expect, test } from "vitest";
import { ANA, applied, candidate } from "./candidate";
import { ring } from "./clock";
import { answer, platform } from "./platform";
import { PDF } from "./storage";
import { operator } from "./undelivered";

describe("an operator takes out", () => {
  const tokens = { csrfToken: "a-csrf-token", recaptchaToken: "a-recaptcha-token" };

  test("what the candidate sent, without tokens and the secret id, and the CV byte by byte", async () => {
    const { ana, cv } = await applied([answer(503)], tokens, { bytes: 200_000 });
    const exported = await operator().exported(ana.receiptId);
    expect(exported).toMatchObject({
      state: "waiting",
      application: ANA,
      cv: { ...PDF, size: 200_000, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
    });
    for (const secret of [ana.id, ...Object.values(tokens)]) {
      expect(JSON.stringify(exported)).not.toContain(secret);
    }
    const sent = await operator().file(ana.receiptId, "cv");
    expect(sent).toMatchObject({ ...PDF, size: 200_000 });
    expect(new Uint8Array(await new Response(sent?.content).arrayBuffer())).toEqual(cv.content);
    // It is all there still.
    await ring(ana.object);
    expect(platform.taken()[0]?.cv?.bytes.equals(cv.content)).toBe(true);
  });

  test("one without a CV", async () => {
    platform.next(answer(503));
    const ana = await candidate();
    await ana.send();
    expect(await operator().exported(ana.receiptId)).toMatchObject({ application: ANA, cv: null });
    expect(await operator().file(ana.receiptId, "cv")).toBeUndefined();
  });

  test("no part of a CV for the whole, if it is dropped meanwhile", async () => {
    const { ana } = await applied([answer(503)], {}, { bytes: 200_000 });
    const sent = await operator().file(ana.receiptId, "cv");
    const reader = sent?.content.getReader();
    await reader?.read();
    await operator().drop(ana.receiptId);
    const toTheEnd = async () => {
      while (!(await reader?.read())?.done);
    };
    await expect(toTheEnd()).rejects.toThrow();
  });
});
