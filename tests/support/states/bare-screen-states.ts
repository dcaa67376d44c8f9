import { languageTag } from "~/app/i18n/language";
import { fakeClientCode, type FakePlatform } from "../fake-platform";
import { positionPath } from "../application-form";
import {
  CAREER_SITE,
  ERROR_STATUS,
  FULL,
  POSITION_PAGE,
  type Scene,
  type ScreenState,
} from "./scene";

/** Screens with their URL and, if needed, the platform's failure. */
const screens: {
  name: string;
  address: string;
  fail?: (platform: FakePlatform) => void;
}[] = [
  {
    name: "career-site-not-found",
    address: CAREER_SITE,
    fail: (platform) => platform.on("client").answer({ status: 404 }),
  },
  {
    name: "career-site-load-failure",
    address: CAREER_SITE,
    fail: (platform) => platform.on("positions").answer({ status: 500 }),
  },
  { name: "position-not-found", address: `/${fakeClientCode}/a-job/unknown` },
  { name: "company-unknown", address: "/nobody/a-job/unknown" },
  { name: "position-closed", address: positionPath("closed") },
  {
    name: "position-load-failure",
    address: POSITION_PAGE,
    fail: (platform) => platform.on("client").answer({ status: 500 }),
  },
  {
    name: "position-time-out",
    address: POSITION_PAGE,
    fail: (platform) => platform.on("position").stall(),
  },
  { name: "not-found", address: "/404" },
  { name: "error", address: "/error" },
  { name: "home", address: "/" },
  {
    name: "maintenance",
    address: POSITION_PAGE,
    fail: (platform) => platform.on("position").answer({ status: 503 }),
  },
];

/**
 * Shows the response to a POST that the site's forms never send. Sends the request outside the browser,
 * which can't set these headers.
 */
async function showAnswerTo({ page, stage, language, t }: Scene, sent: Record<string, string>) {
  const address = stage.site.url + positionPath("plain");
  const response = await fetch(address, {
    method: "POST",
    headers: {
      "Accept-Language": languageTag(language),
      "Content-Type": "multipart/form-data; boundary=x",
      ...sent,
    },
  });
  const { status } = response;
  const headers = {
    "Content-Type": response.headers.get("Content-Type") ?? "",
    "Content-Security-Policy": response.headers.get("Content-Security-Policy") ?? "",
  };
  const body = await response.text();
  await page.route(address, (route) => route.fulfill({ status, headers, body }));
  await page.goto(address);
  await page.getByRole("heading", { name: t["refusal.title"] }).waitFor();
}

export const BARE_SCREEN_STATES: readonly ScreenState[] = [
  ...screens.map(({ address, fail, ...state }) => ({
    ...state,
    reach: async ({ page, stage }: Scene) => {
      // The site learns a company's code from a request for one of the company's pages.
      await fetch(stage.site.url + CAREER_SITE);
      fail?.(stage.platform);
      await page.goto(stage.site.url + address);
      await page.locator("main.screen").waitFor();
    },
  })),
  {
    name: "refused-other-site",
    reach: (scene: Scene) => showAnswerTo(scene, { Origin: "https://elsewhere.example" }),
  },
].map((state) => ({ ways: FULL, expectErrors: ERROR_STATUS, ...state }));
