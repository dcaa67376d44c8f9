import { languageTag } from "../../../app/i18n/language";
import { fakeClientCode, type FakePlatform } from "../fake-platform";
import { pageOf } from "../application-form";
import { BOTH, CAREER_SITE, ERROR_STATUS, POSITION_PAGE, type Scene, ofKind } from "./scene";

/** A screen instead of a page: what the platform does, and the address that shows it. */
const screens: [name: string, address: string, does?: (platform: FakePlatform) => void][] = [
  [
    "career-site-not-found",
    CAREER_SITE,
    (platform) => platform.on("client").answer({ status: 404 }),
  ],
  [
    "career-site-load-failure",
    CAREER_SITE,
    (platform) => platform.on("positions").answer({ status: 500 }),
  ],
  ["position-not-found", `/${fakeClientCode}/a-job/unknown`],
  ["company-not-known", "/nobody/a-job/unknown"],
  ["position-closed", pageOf("closed")],
  [
    "position-load-failure",
    POSITION_PAGE,
    (platform) => platform.on("client").answer({ status: 500 }),
  ],
  ["position-time-out", POSITION_PAGE, (platform) => platform.on("position").stall()],
  ["not-found", "/404"],
  ["error", "/error"],
  ["home", "/"],
  ["maintenance", POSITION_PAGE, (platform) => platform.on("position").answer({ status: 503 })],
];

/**
 * Shows the answer to a POST that no form of ours sends. The request is made outside the browser,
 * which cannot send it.
 */
async function showAnswerTo({ page, stage, language, t }: Scene, said: Record<string, string>) {
  const address = stage.site.url + pageOf("plain");
  const answer = await fetch(address, {
    method: "POST",
    headers: {
      "Accept-Language": languageTag(language),
      "Content-Type": "multipart/form-data; boundary=x",
      ...said,
    },
  });
  const { status } = answer;
  const headers = {
    "Content-Type": answer.headers.get("Content-Type") ?? "",
    "Content-Security-Policy": answer.headers.get("Content-Security-Policy") ?? "",
  };
  const body = await answer.text();
  await page.route(address, (route) => route.fulfill({ status, headers, body }));
  await page.goto(address);
  await page.getByRole("heading", { name: t["refusal.title"] }).waitFor();
}

/**
 * Screens in place of a page, and the refusal of a form from another site. (The refusal of a body
 * that is too large differs only in its words.)
 */
export const BARE_SCREEN_STATES = ofKind(
  "screen",
  [
    ...screens.map(([name, address, does]) => ({
      name,
      reach: async ({ page, stage }: Scene) => {
        // The company is known by its code once one of its pages was read.
        await fetch(stage.site.url + CAREER_SITE);
        does?.(stage.platform);
        await page.goto(stage.site.url + address);
        await page.locator("main.screen").waitFor();
      },
    })),
    {
      name: "refused-other-site",
      reach: (scene: Scene) => showAnswerTo(scene, { Origin: "https://elsewhere.example" }),
    },
  ].map((state) => ({ ways: BOTH, expectErrors: ERROR_STATUS, ...state })),
);
