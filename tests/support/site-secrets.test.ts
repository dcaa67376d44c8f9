import { afterEach, expect, test, vi } from "vitest";
import { resolveSite } from "../../cli/lib/platform";

afterEach(() => vi.unstubAllEnvs());

test.each([
  [{ remote: true }, "https://jobs.example", "the secret"],
  [{ url: "https://jobs.example/acme" }, "https://jobs.example", "the secret"],
  [{ url: "https://other.example" }, "https://other.example", ""],
  // A deployed environment has its own file.
  [{ url: "https://jobs.example", env: "staging" }, "https://jobs.example", ""],
])(
  "the secrets for PUERTA_URL are not used for other sites: %j",
  async (where, url, adminSecret) => {
    vi.stubEnv("PUERTA_URL", "https://jobs.example");
    vi.stubEnv("ADMIN_SECRET", "the secret");
    expect(await resolveSite(where)).toMatchObject({ url, adminSecret });
  },
);

test("a secret is only sent over https, or to localhost", async () => {
  await expect(resolveSite({ url: "http://jobs.example" })).rejects.toThrow(
    "must begin with https",
  );
});
