import { describe, expect, test } from "vitest";
import { applied, cutOff } from "./candidate";
import { ring } from "./clock";
import { given } from "./given";
import { answer, platform, type Mood } from "./platform";
import { stored } from "./storage";

describe("where nothing is to be delivered later", () => {
  test.each<[string, Mood]>([
    ["a 500", answer(500)],
    ["a line that is cut", { does: "drop" }],
  ])("%s is told at once, and the CV is held", async (_, mood) => {
    given.env.DELIVER_LATER = "off";
    const { ana, cv, answered } = await applied([mood]);
    expect(answered).toMatchObject({ outcome: "unreachable" });
    expect(await stored(ana.object)).not.toContain("Pérez");
    const upload = await ana.object.countedOnCv(undefined);
    expect(await ana.send({ upload })).toMatchObject({ receipt: { standing: "delivered" } });
    expect(platform.taken()[0]?.cv?.bytes.equals(cv.content)).toBe(true);
  });

  test("a crash in the middle gives the CV back to its candidate", async () => {
    given.env.DELIVER_LATER = "off";
    const { ana, upload } = await cutOff();
    await ring(ana.object);
    expect(await ana.standing()).toBeUndefined();
    expect(await ana.heldCv()).toMatchObject({ upload });
    expect(platform.attempts).toHaveLength(1);
  });
});

describe("what the Worker submits once more by itself, because the object broke in an attempt", () => {
  test("is sent again where nothing is delivered later: its candidate still waits", async () => {
    given.env.DELIVER_LATER = "off";
    const { ana, upload } = await cutOff();
    expect(await ana.send({ upload }, true)).toMatchObject({ receipt: { standing: "delivered" } });
    expect(platform.attempts).toHaveLength(2);
  });
});
