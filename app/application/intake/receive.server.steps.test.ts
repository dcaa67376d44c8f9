import { expect, test } from "vitest";
import { countBytes } from "~/tests/support/count-steps";
import { END, multipartRequest, part } from "~/tests/support/multipart-form";
import type { Applications } from "../delivery/applications.server";
import { receiveForm } from "./receive.server";

const PARTS = 1000;

/** Receives a form of text fields, which needs no application. */
const receive = (toName: (index: number) => string) => {
  const parts = Array.from({ length: PARTS }, (_, index) => part(`name="${toName(index)}"`, "x"));
  const applications = { getHandle: () => Promise.resolve({}) } as unknown as Applications;
  return receiveForm(multipartRequest(parts.join("") + END), applications, {
    positionUuid: "p",
    onArrived: () => undefined,
    fileFields: () => Promise.resolve(new Map()),
    mayStore: () => Promise.resolve(false),
    mayLookUp: () => Promise.resolve(false),
    onMissing: () => undefined,
  });
};

test("stores 1,000 values of one field without copying them for each value", async () => {
  const { entered } = await receive(() => "field-a");
  expect(entered.get("field-a")).toHaveLength(PARTS);
  const bytes = await countBytes(() => receive((index) => `field-${1000 + index}`));
  expect(await countBytes(() => receive(() => "field-1000"))).toBeLessThan(1.5 * bytes);
});
