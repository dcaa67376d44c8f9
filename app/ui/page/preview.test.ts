import { expect, test } from "vitest";
import { choosePreview } from "./preview";

const [photo, art, logo] = ["https://a.example/b.jpg?v=1", "/brands/b.svg", "/brands/logo.PNG"];
const at = "https://jobs.example";

test.each([
  ["the wide picture", { mainImage: photo, logo }, { src: photo, isLogo: false }],
  ["else the logo", { mainImage: art, logo }, { src: `${at}/brands/logo.PNG`, isLogo: true }],
  ["else nothing", { mainImage: art, logo: "https://a.example/logo.webp" }, undefined],
  ["nothing where there is nothing", {}, undefined],
])("a link is shown with %s, if it is a JPEG or a PNG", (_, pictures, shown) => {
  expect(choosePreview(pictures, at, false)).toEqual(shown && { ...shown, isWide: false });
});

test("where pictures are resized, any photo is made a JPEG of 1200 x 630", () => {
  const made = `${at}/cdn-cgi/image/width=1200,height=630,fit=cover,format=jpeg,onerror=redirect/`;
  const webp = "https://a.example/b.webp";
  expect(choosePreview({ mainImage: webp }, at, true)).toEqual({
    src: made + webp,
    isWide: true,
    isLogo: false,
  });
  expect(choosePreview({ mainImage: art, logo }, at, true)?.isLogo).toBe(true);
});
