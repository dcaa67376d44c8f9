import { describe, expect, test } from "vitest";
import { clientFrom } from "../../tests/support/site-answers";

import { loadCareerSite } from "./career-site.server";

function platformWith(client: object) {
  return {
    client: async (id: string) => clientFrom(client, id),
    positions: async () => [],
  };
}

describe("a career site", () => {
  test("with neither a name nor jobs is not found", async () => {
    await expect(loadCareerSite(platformWith({}), "c1")).rejects.toMatchObject({
      kind: "not-found",
    });
  });
});
