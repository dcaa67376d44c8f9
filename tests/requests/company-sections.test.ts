import { beforeEach, expect, test } from "vitest";
import { buildForm, positionPath, post } from "../support/application-form";
import { findElements } from "../support/html";
import { careerSite } from "../support/cached-pages";
import { useSharedSite } from "../support/sites-for-file";

const { platform, site } = await useSharedSite();

const get = async (path: string) => (await fetch(site.url + path)).text();

beforeEach(() => {
  platform.client({
    sections: [
      {
        title: "Ventajas <b>",
        text: "# Todas\n\n- Una **bici**\n\n<script>alert(1)</script>\n\n[a](javascript:alert(1))",
        pictures: [{ src: "/taller.jpg", alt: "El taller", width: 800, height: 600 }],
      },
      { title: "Sin nada" },
    ],
  });
});

test("the career site and position pages have sanitized sections with lazy pictures [10.22]", async () => {
  for (const path of [careerSite, positionPath("plain")]) {
    const html = await get(path);
    expect(html).toContain("<h2>Ventajas &lt;b&gt;</h2>");
    expect(html).toContain("<h3>Todas</h3>");
    expect(html).toContain("<strong>bici</strong>");
    expect(html).not.toMatch(/alert\(1\)|Sin nada/);
    const [picture] = findElements(html, "img").filter(({ attributes }) => attributes.alt !== "");
    expect(picture?.attributes).toMatchObject({
      ...{ src: platform.pictureUrl("/taller.jpg"), alt: "El taller", loading: "lazy" },
      ...{ decoding: "async", width: "800", height: "600" },
    });
    expect(html).toContain(".company-sections{");
  }
});

test("receipts and pages without sections have no section styles", async () => {
  const sent = await post(site.url + positionPath("plain"), buildForm());
  expect(await get(sent.headers.get("Location") ?? "")).not.toContain("company-sections");
  platform.client({ sections: [] });
  expect(await get(careerSite)).not.toContain("company-sections");
});
