import { matchRoutes } from "@remix-run/react";
import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { addressTable } from "../../tests/support/address-table";
import { anyText, manyTries, runs, proved } from "../../tests/support/arbitraries";
import { loadCareerSite } from "../platform/career-site.server";
import { clientSchema } from "../platform/client.server";
import { listedPositionsSchema } from "../platform/listed-positions.server";
import { careerSiteView } from "./career-site-view.server";

const routes = await addressTable();

// Languages that are not ours are told of.
beforeEach(() => {
  vi.spyOn(console, "warn").mockReturnValue();
  return () => vi.restoreAllMocks();
});

const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/).filter((text) => !/^privacy$/i.test(text));
const name = fc.oneof(anyText, fc.constantFrom("Jefa de taller", "-", "privacy", "404", "/"));
const code = fc.oneof(
  anyText,
  fc.constantFrom(
    "-",
    "--",
    ".",
    "..",
    "a/b",
    "%2d",
    "privacy",
    "404",
    "//",
    "\\",
    "?",
    "#",
    "acme",
  ),
);

test(
  "the links of a career site lead to its own pages, whatever a company is called",
  manyTries,
  async () => {
    const site = fc.record({
      client: fc.record({ code, name }, { requiredKeys: [] }),
      positions: fc.array(fc.record({ uuid: id, name: fc.constant("Jefa") }), {
        minLength: 1,
        maxLength: 2,
      }),
      clientUuid: id,
      lang: fc.constantFrom("", "?lang=en", "?lang=fr", "?page=2"),
    });
    await proved(
      fc.asyncProperty(site, async ({ client, positions, clientUuid, lang }) => {
        const loaded = await loadCareerSite(
          {
            client: async (id) => clientSchema(id).parse(client),
            positions: async () => listedPositionsSchema.parse(positions).results,
          },
          clientUuid,
        );
        const asked = `https://site.example/x/${clientUuid}${lang}`;
        const view = careerSiteView(loaded, new Request(asked), () => true);
        const foundAt = (href: string) => {
          const address = new URL(href, asked);
          expect(address.origin).toBe("https://site.example");
          const match = matchRoutes(routes, address.pathname)?.at(-1);
          return [match?.route.id, match?.params.clientUuid ?? match?.params.positionUuid];
        };
        expect(foundAt(view.href)).toEqual(["routes/career-site.tsx", clientUuid]);
        expect(foundAt(view.company.privacyHref)).toEqual([
          "routes/career-site-privacy.tsx",
          clientUuid,
        ]);
        for (const { href, uuid } of view.jobs) {
          expect(foundAt(href)).toEqual(["routes/position.tsx", uuid]);
        }
      }),
      runs,
    );
  },
);
