import { expect } from "playwright/test";
import { buildForm, post } from "../application-form";
import { fakeClientCode } from "../fake-platform";
import { positionWithFields } from "../fields";
import { expectHydrated } from "../fixtures";
import { CV, removeConstraints } from "../form-page";
import {
  BOTH,
  CONNECTION_ERROR,
  ERROR_STATUS,
  fill,
  FULL,
  stallRequests,
  openPosition,
  PLAIN,
  POSITION,
  waitForText,
  waitForButton,
  send,
  type Scene,
  type ScreenState,
} from "./scene";

/** Matches the URL to which scripts send the form, but not the URLs of uploads. */
const SENDING = /\/-\/applications\/[\w-]+\?/;

const form = ({ page }: Scene) => page.locator("form#application");
const errors = ({ page }: Scene) => page.getByRole("alert");

/** Disables timers of more than 2.5 s, so that the page never times out. */
const disableTimeouts = ({ page }: Scene) =>
  page.addInitScript(() => {
    const wait = window.setTimeout.bind(window);
    const limit = 2500;
    Object.assign(window, {
      setTimeout: (work: TimerHandler, ms?: number, ...words: unknown[]): number =>
        (ms ?? 0) > limit ? 0 : wait(work, ms, ...words),
    });
  });

/** Sends forms until the limit is reached. Retries if the limit's minute ends too early. */
async function sendTooOften(scene: Scene) {
  const { page, stage, t } = scene;
  const uuid = "much-wanted";
  await openPosition(scene, { strict: "limited", uuid });
  const { url } = await stage.limitedSite();
  const address = `${url}/${fakeClientCode}/a-position/${uuid}`;
  // Wait for the phone field's script, which announces the number's country.
  if (scene.way === "full") {
    await page.locator("#phone").focus();
    await page.locator("button.phone-country").waitFor();
  }
  // Only the server refuses this number, so that no application is accepted.
  await fill(scene, { phone: "+49 151 2345 678" });
  const isRefused = async () => (await post(address, buildForm({ first_name: "" }))).status === 429;
  await expect(async () => {
    while (!(await isRefused())) continue;
    await send(scene);
    await page.getByText(t["error.too_often"]).first().waitFor({ timeout: 5000 });
  }).toPass();
}

export const FORM_STATES: readonly ScreenState[] = [
  {
    name: "form-all-errors",
    ways: BOTH,
    reach: async (scene) => {
      await openPosition(scene, { company: { is_cv_required: true } });
      if (scene.way !== "full") await removeConstraints(form(scene));
      await send(scene);
      await errors(scene).waitFor();
    },
  },
  {
    name: "form-refused",
    ways: BOTH,
    reach: async (scene) => {
      const detail = "We are not hiring today.";
      await openPosition(scene);
      scene.stage.platform.on("apply").answer({ status: 400, body: { detail } });
      await fill(scene, { cv: CV });
      await send(scene);
      await errors(scene).getByText(detail).waitFor();
    },
  },
  {
    name: "form-closed-meanwhile",
    ways: PLAIN,
    expectErrors: ERROR_STATUS,
    reach: async (scene) => {
      await openPosition(scene);
      await fill(scene);
      scene.stage.platform.position(POSITION, { status: "closed" });
      await send(scene);
      await waitForText(scene, scene.t["screen.not_sent"]);
    },
  },
  {
    name: "form-fields-errors",
    ways: BOTH,
    reach: async (scene) => {
      await openPosition(scene, { position: positionWithFields() });
      if (scene.way !== "full") await removeConstraints(form(scene));
      await send(scene);
      await errors(scene).waitFor();
    },
  },
  { name: "form-too-often", ways: BOTH, expectErrors: /status of 429/, reach: sendTooOften },
  {
    name: "form-network-error",
    ways: BOTH,
    expectErrors: /net::ERR_|status of 503/,
    reach: async (scene) => {
      const { page, stage, t } = scene;
      await openPosition(scene, { strict: true });
      await page.route(SENDING, (route) => route.abort());
      stage.platform.on("apply").drop();
      await fill(scene);
      await send(scene);
      await errors(scene).getByText(t["error.network"]).waitFor();
    },
  },
  {
    name: "form-field-missing",
    ways: FULL,
    reach: async (scene) => {
      await openPosition(scene);
      await fill(scene);
      await scene.page.locator("#last_name").evaluate((field) => field.remove());
      await send(scene);
      await errors(scene).getByText(scene.t["error.form"]).waitFor();
    },
  },
  {
    name: "form-draft-restored",
    ways: FULL,
    reach: async (scene) => {
      const { page, t } = scene;
      await openPosition(scene);
      await fill(scene, { cv: CV });
      await waitForText(scene, t["form.cv_uploaded"]);
      await page.waitForFunction(() =>
        Object.entries(localStorage).some(
          ([key, draft]) => key.startsWith("puerta") && String(draft).includes("Porque sí"),
        ),
      );
      await page.reload();
      await expectHydrated(page);
      await waitForText(scene, t["form.restored"]);
      await waitForText(scene, t["form.held_cv"]);
    },
  },
  {
    name: "form-offline",
    ways: FULL,
    expectErrors: CONNECTION_ERROR,
    reach: async (scene) => {
      await openPosition(scene);
      await scene.page.context().setOffline(true);
      await waitForText(scene, scene.t["form.offline"]);
    },
  },
  {
    name: "form-waiting",
    ways: FULL,
    expectErrors: CONNECTION_ERROR,
    reach: async (scene) => {
      await openPosition(scene);
      await fill(scene);
      await scene.page.context().setOffline(true);
      await send(scene);
      await waitForButton(scene, scene.t["form.waiting"]);
    },
  },
  {
    name: "form-uploading",
    ways: FULL,
    reach: async (scene) => {
      await openPosition(scene);
      await stallRequests(scene, "**/-/applications/*/cv/*");
      await fill(scene, { cv: CV });
      await send(scene);
      await waitForButton(scene, scene.t["form.uploading"]);
    },
  },
  {
    name: "form-verifying",
    ways: FULL,
    reach: async (scene) => {
      scene.stage.provider.behave("never");
      await disableTimeouts(scene);
      await openPosition(scene, { strict: true });
      await fill(scene);
      await send(scene);
      await waitForButton(scene, scene.t["form.verifying"]);
    },
  },
  {
    name: "form-sending",
    ways: FULL,
    reach: async (scene) => {
      await openPosition(scene);
      await stallRequests(scene, SENDING);
      await fill(scene);
      await send(scene);
      await waitForButton(scene, scene.t["form.sending"]);
    },
  },
];
