import { expect, test } from "vitest";
import { alarmOf, DAY } from "./clock";
import { candidate, holds, newCv, store } from "./candidate";
import { platform } from "./platform";

test("an application is delivered at once: a receipt for 90 days, and its contents are deleted", async () => {
  const ana = await candidate();
  const cv = newCv(200_000);
  const answer = await ana.send({ upload: await store(ana.object, cv.content) });
  expect(answer).toMatchObject({
    outcome: "accepted",
    receipt: { id: ana.receiptId, standing: "delivered", until: Date.now() + 90 * DAY },
  });
  expect(platform.attempts).toHaveLength(1);
  for (const text of [cv.marker, "Pérez", "34612345678", "bicicletas", ana.id]) {
    expect(await holds(ana.object, text)).toBe(false);
  }
  expect(await alarmOf(ana.object)).toBe(Date.now() + 90 * DAY);
});
