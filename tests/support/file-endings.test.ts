import { expect, test } from "vitest";
import { FILE_TYPES } from "../../app/application/model/file-types";
import { FILE_ENDINGS } from "../../app/platform/field-parts.server";

// The platform's floor may not look into the application's, so the endings stand in both.
test("a position may accept the types of files that the form can tell by their content, and no others", () => {
  expect([...FILE_ENDINGS].sort()).toEqual([...FILE_TYPES.keys()].sort());
});
