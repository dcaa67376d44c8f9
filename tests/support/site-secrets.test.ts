import { afterEach, expect, test, vi } from "vitest";
import { resolveSite } from "~/cli/lib/platform";

afterEach(() => vi.unstubAllEnvs());

test.each([
  [{ remote: true }, "https://jobs.example", "the secret"],
  [{ url: "https://jobs.example/acme" }, "https://jobs.example", "the secret"],
  [{ url: "https://other.example" }, "https://other.example", ""],
  // A deployed environment has a separate file for secrets.
  [{ url: "https://jobs.example", env: "staging" }, "https://jobs.example", ""],
])(
  "resolveSite uses the secrets of PUERTA_URL only for that site: %j",
  async (where, url, adminSecret) => {
    vi.stubEnv("PUERTA_URL", "https://jobs.example");
    vi.stubEnv("ADMIN_SECRET", "the secret");
    expect(await resolveSite(where)).toMatchObject({ url, adminSecret });
  },
);

test("resolveSite refuses a remote URL without https", async () => {
  await expect(resolveSite({ url: "http://jobs.example" })).rejects.toThrow(
    "must begin with https",
  );
});
