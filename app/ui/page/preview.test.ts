import { expect, test } from "vitest";
import { choosePreview } from "./preview";

const [photo, art, logo] = ["https://a.example/b.jpg?v=1", "/brands/b.svg", "/brands/logo.PNG"];
const origin = "https://jobs.example";

test.each([
  ["uses the wide picture", { mainImage: photo, logo }, { src: photo, isLogo: false }],
  [
    "falls back to the logo",
    { mainImage: art, logo },
    { src: `${origin}/brands/logo.PNG`, isLogo: true },
  ],
  [
    "returns undefined for other formats",
    { mainImage: art, logo: "https://a.example/logo.webp" },
    undefined,
  ],
  ["returns undefined without pictures", {}, undefined],
])("%s", (_, pictures, shown) => {
  expect(choosePreview(pictures, origin, false)).toEqual(shown && { ...shown, isWide: false });
});

test("with image resizing, requests a 1200 x 630 px JPEG, or uses the logo instead of an SVG", () => {
  const prefix = `${origin}/cdn-cgi/image/width=1200,height=630,fit=cover,format=jpeg,onerror=redirect/`;
  const webp = "https://a.example/b.webp";
  expect(choosePreview({ mainImage: webp }, origin, true)).toEqual({
    src: prefix + webp,
    isWide: true,
    isLogo: false,
  });
  expect(choosePreview({ mainImage: art, logo }, origin, true)?.isLogo).toBe(true);
});
