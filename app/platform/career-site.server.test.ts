import { describe, expect, test } from "vitest";

import { loadCareerSite } from "./career-site.server";
import { clientSchema } from "./client.server";
import { listedPositionsSchema } from "./listed-positions.server";

function platformWith(client: object, positions: object[]) {
  return {
    client: async (id: string) => clientSchema(id).parse(client),
    positions: async () => listedPositionsSchema.parse(positions).results,
  };
}

describe("a career site", () => {
  test("with neither a name nor jobs is not found", async () => {
    await expect(loadCareerSite(platformWith({}, []), "c1")).rejects.toMatchObject({
      kind: "not-found",
    });
  });
});
