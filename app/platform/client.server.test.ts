import { describe, expect, test } from "vitest";

import { parseClient } from "~/tests/support/site-answers";

const parse = (response: unknown, origin?: string) => parseClient(response, "c1", origin);

const bare = {
  ...{ uuid: "c1", code: "taller-norte", name: "Taller Norte", description: "", css: "", js: "" },
  ...{ privacyPolicy: "", isCvRequired: false, socialLinks: {} },
};

describe("readClient", () => {
  test("reads all values [3.04, 3.05, 3.06, 3.07, 3.17, 7.03]", () => {
    const client = parse({
      ...{ uuid: "C1", code: "taller", name: " Taller Norte ", description: "Bicis.\nDesde 1987." },
      ...{ apply_page_css: "a { color: red }\n", apply_page_js: "console.log(1)", country: "es" },
      ...{ logo: "/taller/logo.svg", main_image: "https://example.com/main.jpg" },
      ...{ favicon: "/taller/favicon.svg", privacy_policy: "# Privacidad\n" },
      ...{ language_default: "es-es", is_cv_required: true },
      social_links: { linkedin: "https://a.example/in", instagram: null, twitter: "javascript:1" },
      next_steps: " Te llamaremos.\nEn una semana. ",
    });
    expect(client).toEqual({
      ...{ uuid: "C1", code: "taller", name: "Taller Norte", description: "Bicis.\nDesde 1987." },
      ...{ css: "a { color: red }\n", js: "console.log(1)", country: "ES" },
      ...{ logo: "/taller/logo.svg", mainImage: "https://example.com/main.jpg" },
      ...{ favicon: "/taller/favicon.svg", privacyPolicy: "# Privacidad\n" },
      ...{ languageDefault: "es-es", isCvRequired: true },
      nextSteps: "Te llamaremos.\nEn una semana.",
      socialLinks: { linkedin: "https://a.example/in" },
    });
  });

  test("replaces no-break spaces between a description's words", () => {
    const description = "Bicis\u00a0de\u00a0paseo.\nDesde el\u00a01987.";
    expect(parse({ name: "Taller Norte", description }).description).toBe(
      "Bicis de paseo.\nDesde el\u00a01987.",
    );
  });

  test("truncates an overlong description and policy", () => {
    const limit = "a".repeat(200_000);
    const texts = { name: "Taller Norte", description: `${limit}b`, privacy_policy: `${limit}b` };
    expect(parse(texts)).toMatchObject({
      ...{ description: `${limit}…`, privacyPolicy: limit, isPolicyCut: true },
    });
    const short = parse({ ...texts, description: limit, privacy_policy: limit });
    expect(short).toMatchObject({ description: limit, privacyPolicy: limit });
    expect(short).not.toHaveProperty("isPolicyCut");
  });

  test.each([
    ["only a name", {}],
    [
      "nulls",
      { code: null, description: null, logo: null, is_cv_required: null, social_links: null },
    ],
    [
      "malformed optional values",
      {
        ...{ uuid: "a/b", code: "..", logo: "//evil.example/logo.png", main_image: 5 },
        ...{ favicon: "favicon.ico", language_default: 1, country: "Spain" },
        ...{ is_cv_required: "maybe", social_links: "none" },
      },
    ],
  ])("omits keys for missing values: %s", (_, fields) => {
    const client = parse({ name: "Taller Norte", ...fields });
    expect(client).toEqual(bare);
    expect(Object.keys(client).sort()).toEqual(Object.keys(bare).sort());
  });

  test.each([{}, { name: null }, { name: " " }, { name: ["Taller"] }])(
    "accepts a client without a valid name if it has a uuid: %j",
    (response) => {
      expect(parse({ uuid: "c1", ...response })).toMatchObject({ name: "", code: "position" });
      expect(() => parse(response)).toThrow("is missing");
    },
  );

  test.each<[response: object, requested: string, isAccepted: boolean]>([
    [{ uuid: "c1", code: "taller", name: "Taller Norte" }, "c1", true],
    [{ uuid: "c1", code: "taller", name: "Taller Norte" }, "TALLER", true],
    [{ uuid: "c1", name: "Taller Norte" }, "taller-norte", true],
    [{ uuid: 17, code: "taller" }, "17", true],
    [{ code: "taller" }, "c1", true],
    [{ uuid: "c2", code: "other", name: "Other" }, "c1", false],
    [{ uuid: "c2", name: "Other" }, "c1", false],
    [{ uuid: "p1", client: "c1", name: "Cook" }, "c1", false],
    [{ id: "a1", status: "received" }, "c1", false],
    [{ results: [{ uuid: "p1", name: "Cook" }] }, "c1", false],
  ])("compares %j with the requested client %s: %j", (response, requested, isAccepted) => {
    const assertion = expect(() => parseClient(response, requested));
    if (isAccepted) assertion.not.toThrow();
    else assertion.toThrow(/is not the requested one|is missing/);
  });

  test.each(["linkedin", "instagram", "twitter"])("reads the link to %s [2.13]", (network) => {
    const link = { [network]: "https://social.example/taller" };
    expect(parse({ name: "A", social_links: link })).toMatchObject({ socialLinks: link });
  });

  test.each([
    [" True ", true],
    [1, true],
    ["1", true],
    [0, false],
    ["yes", false],
  ])("reads is_cv_required %j as %j [3.07]", (value, isCvRequired) => {
    expect(parse({ name: "A", is_cv_required: value })).toMatchObject({ isCvRequired });
  });

  test.each([
    ["/media/a.png", "https://platform.example/media/a.png"],
    ["https://cdn.example/a.png", "https://cdn.example/a.png"],
    ["media/a.png", undefined],
    ["//cdn.example/a.png", undefined],
  ])("resolves the picture %s of a remote platform", (src, expected) => {
    const { logo, mainImage, favicon } = parse(
      { name: "A", logo: src, main_image: src, favicon: src },
      "https://platform.example",
    );
    expect([logo, mainImage, favicon]).toEqual([expected, expected, expected]);
  });

  const picture = { src: "/a.jpg", alt: "Two people", width: 800, height: 600 };
  const section = { title: "Benefits", text: "- A bicycle", pictures: [picture] };

  test.each([
    ["with all keys", [section], [section]],
    ["with a title and a picture", [{ ...section, text: "" }], [{ ...section, text: "" }]],
    [
      "with a title and text",
      [{ title: " A ", text: "b" }],
      [{ title: "A", text: "b", pictures: [] }],
    ],
    [
      "with malformed pictures",
      [
        {
          ...section,
          pictures: [
            { ...picture, width: "8" },
            { ...picture, src: "javascript:1" },
          ],
        },
      ],
      [{ ...section, pictures: [] }],
    ],
    [
      "with a picture without a description",
      [{ ...section, pictures: [{ ...picture, alt: undefined }] }],
      [{ ...section, pictures: [{ ...picture, alt: "" }] }],
    ],
    [
      "with more than six pictures",
      [{ ...section, pictures: Array.from({ length: 9 }, () => picture) }],
      [{ ...section, pictures: Array.from({ length: 6 }, () => picture) }],
    ],
    [
      "in an invalid format",
      [null, "a", { text: "b" }, { title: "a" }, { title: "a", text: 1 }],
      undefined,
    ],
    ["over the length limit", [{ title: "A", text: "a".repeat(5001) }], undefined],
    [
      "up to the maximum of twelve",
      Array.from({ length: 20 }, () => section),
      Array.from({ length: 12 }, () => section),
    ],
    ["that are not a list", "Benefits", undefined],
    ["in an empty list", [], undefined],
  ])("parses or drops sections %s", (_, sections, expected) => {
    expect(parse({ name: "A", sections }).sections).toEqual(expected);
  });

  test("resolves the path of a section's picture", () => {
    const client = parse({ name: "A", sections: [section] }, "https://platform.example");
    expect(client.sections?.[0]?.pictures[0]?.src).toBe("https://platform.example/a.jpg");
  });
});
