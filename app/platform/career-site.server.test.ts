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
  test.each([
    ["an address elsewhere", "https://jobs.example/p1", "https://jobs.example/p1"],
    ["a path", "/jobs/p1", "/jobs/p1"],
    ["none", undefined, undefined],
    ["one that is no link", "jobs/p1", undefined],
  ])("knows the address of a job that has %s", async (_, applyUrl, link) => {
    const positions = [{ uuid: "p1", name: "Mecánica (oficial 1.ª)", apply_url: applyUrl }];
    const { jobs } = await loadCareerSite(platformWith({ code: "taller" }, positions), "c1");
    expect(jobs.map((job) => job.applyUrl)).toEqual([link]);
  });

  test("may have a name and no jobs", async () => {
    const site = await loadCareerSite(platformWith({ name: "Taller" }, []), "c1");
    expect(site).toMatchObject({ company: { uuid: "c1", name: "Taller" }, jobs: [] });
  });

  test("with neither a name nor jobs is not found", async () => {
    await expect(loadCareerSite(platformWith({}, []), "c1")).rejects.toMatchObject({
      kind: "not-found",
    });
  });
});
