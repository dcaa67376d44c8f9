import { expect, test } from "vitest";

import { PlatformError } from "./errors";

const error = new PlatformError({ kind: "refused", message: "POST …", status: 400, detail: "No" });

test("a platform error survives a boundary that keeps no classes", () => {
  const again = PlatformError.from(JSON.parse(JSON.stringify(error)));
  expect(again).toBeInstanceOf(PlatformError);
  expect(again?.toJSON()).toEqual({
    kind: "refused",
    message: "POST …",
    status: 400,
    detail: "No",
  });
});

test("a platform error is itself", () => {
  expect(PlatformError.from(error)).toBe(error);
});

test.each([undefined, null, "timeout", new Error("timeout"), { kind: "other" }])(
  "%s is no platform error",
  (value) => {
    expect(PlatformError.from(value)).toBeUndefined();
  },
);
