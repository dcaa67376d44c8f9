import type { Json } from "../fake-platform";
import { open } from "../fixtures";
import { BARE_COMPANY, createJobs } from "./contents";
import {
  BOTH,
  CAREER_SITE,
  CONNECTION_ERROR,
  setUpCompany,
  FULL,
  stallRequests,
  waitForText,
  type Scene,
  type ScreenState,
} from "./scene";

interface Opening {
  company?: Json;
  jobs?: number;
  /** Whether the jobs have departments, workplaces and pay. */
  facts?: boolean;
  query?: string;
}

async function openCareerSite(
  scene: Scene,
  { company, jobs = 5, facts = false, query = "" }: Opening = {},
) {
  const { page, stage, way, language } = scene;
  setUpCompany(scene, company);
  stage.platform.on("positions").answer({ body: createJobs(language, jobs, facts) });
  await open(page, way, stage.site.url + CAREER_SITE + query);
  await page.getByRole("searchbox").waitFor();
}

const POLICY_PAGE = `${CAREER_SITE}/privacy`;
const footerLink = ({ page, t }: Scene) =>
  page.getByRole("contentinfo").getByRole("link", { name: t["footer.privacy"] });

const PORTRAIT = "/brands/portrait.svg";
const PORTRAIT_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="1200" viewBox="0 0 600 1200"><rect width="600" height="1200" fill="#7a9a8a"/><circle cx="300" cy="600" r="250" fill="#f4e3b2"/></svg>';

const SECTION_PICTURE = {
  ...{ src: "/brands/alfar-albufera/banner.svg", alt: "Tiles of the workshop" },
  ...{ width: 1600, height: 400 },
};

export const CAREER_SITE_STATES: readonly ScreenState[] = [
  { name: "career-site", ways: BOTH, reach: (scene) => openCareerSite(scene) },
  { name: "career-site-3-jobs", ways: FULL, reach: (scene) => openCareerSite(scene, { jobs: 3 }) },
  {
    name: "career-site-sections",
    ways: BOTH,
    reach: (scene) =>
      openCareerSite(scene, {
        company: {
          sections: [
            { title: "How we work", text: "In **two** workshops.\n\n## Hours\n\nWe close at two." },
            { title: "Benefits", text: "- A bicycle\n- Lunch", pictures: [SECTION_PICTURE] },
          ],
        },
      }),
  },
  {
    name: "career-site-500-jobs",
    ways: FULL,
    reach: async (scene) => {
      await openCareerSite(scene, { jobs: 500 });
      await scene.page.getByRole("link", { name: scene.t["career.next"] }).waitFor();
    },
  },
  {
    name: "career-site-middle-page",
    ways: FULL,
    reach: async (scene) => {
      await openCareerSite(scene, { jobs: 500, query: "?page=3" });
      await scene.page.getByRole("link", { name: scene.t["career.previous"] }).waitFor();
    },
  },
  {
    name: "career-site-search",
    ways: FULL,
    reach: (scene) => openCareerSite(scene, { query: "?q=bilbao" }),
  },
  {
    name: "career-site-nothing-found",
    ways: FULL,
    reach: async (scene) => {
      await openCareerSite(scene, { query: "?q=astronaut" });
      await waitForText(scene, scene.t["career.searched"]);
    },
  },
  {
    name: "career-site-filtered",
    ways: BOTH,
    reach: async (scene) => {
      await openCareerSite(scene, { jobs: 24, facts: true, query: "?location=Bilbao" });
      await scene.page.getByRole("heading", { level: 3 }).first().waitFor();
    },
  },
  {
    name: "career-site-grouped",
    ways: FULL,
    reach: (scene) => openCareerSite(scene, { jobs: 24, facts: true }),
  },
  {
    name: "career-site-nothing-filtered",
    ways: FULL,
    reach: async (scene) => {
      await openCareerSite(scene, { query: "?q=astronaut&location=Bilbao" });
      await waitForText(scene, scene.t["career.searched"]);
    },
  },
  {
    name: "career-site-no-jobs",
    ways: FULL,
    reach: async (scene) => {
      await openCareerSite(scene, { jobs: 0 });
      await waitForText(scene, scene.t["career.no_jobs"]);
    },
  },
  {
    name: "career-site-bare",
    ways: FULL,
    reach: (scene) => openCareerSite(scene, { company: BARE_COMPANY }),
  },
  {
    name: "career-site-portrait-banner",
    ways: FULL,
    reach: async (scene) => {
      const { page } = scene;
      await page.route(`**${PORTRAIT}`, (route) =>
        route.fulfill({ contentType: "image/svg+xml", body: PORTRAIT_SVG }),
      );
      await openCareerSite(scene, { company: { main_image: PORTRAIT } });
    },
  },
  {
    name: "career-site-loading-jobs",
    ways: FULL,
    reach: async (scene) => {
      await openCareerSite(scene, { jobs: 250 });
      await stallRequests(scene, /\?q=/);
      await scene.page.getByRole("searchbox").fill("bilbao");
      await waitForText(scene, scene.t["career.loading"]);
    },
  },
  {
    name: "career-site-loading-position",
    ways: FULL,
    reach: async (scene) => {
      const { page, t } = scene;
      await openCareerSite(scene);
      // After a 204 response, the browser stays on the page. A stalled request would block the checks.
      await page.route(/\/job-\d$/, (route) => route.fulfill({ status: 204 }));
      // Use the keyboard, because routes don't intercept the prefetch that hovering starts.
      await page.getByRole("listitem").getByRole("link").first().press("Enter");
      await waitForText(scene, t["position.loading"]);
    },
  },
  {
    name: "policy-dialog",
    ways: FULL,
    overlay: "dialog[open]",
    reach: async (scene) => {
      await openCareerSite(scene);
      await footerLink(scene).click();
      await scene.page.getByRole("dialog").locator("strong").waitFor();
    },
  },
  {
    name: "policy-dialog-waiting",
    ways: FULL,
    overlay: "dialog[open]",
    reach: async (scene) => {
      await openCareerSite(scene);
      await stallRequests(scene, "**/privacy*");
      await footerLink(scene).click();
      await waitForText(scene, scene.t["privacy.loading"]);
    },
  },
  {
    name: "policy-dialog-failed",
    ways: FULL,
    overlay: "dialog[open]",
    expectErrors: CONNECTION_ERROR,
    reach: async (scene) => {
      await openCareerSite(scene);
      await scene.page.route("**/privacy*", (route) => route.abort());
      await footerLink(scene).click();
      await waitForText(scene, scene.t["error.network"]);
    },
  },
  {
    name: "privacy",
    ways: BOTH,
    reach: async (scene) => {
      setUpCompany(scene);
      await scene.page.goto(scene.stage.site.url + POLICY_PAGE);
      await scene.page.locator("main strong").waitFor();
    },
  },
  {
    name: "privacy-none",
    ways: FULL,
    reach: async (scene) => {
      setUpCompany(scene, { privacy_policy: "" });
      await scene.page.goto(scene.stage.site.url + POLICY_PAGE);
      await waitForText(scene, scene.t["privacy.none"]);
    },
  },
];
