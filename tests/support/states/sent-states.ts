import { expect } from "playwright/test";
import { readFixture } from "../application-form";
import { expectHydrated } from "../fixtures";
import { CV } from "../form-page";
import { readReceiptText } from "../receipts";
import {
  BOTH,
  ERROR_STATUS,
  fill,
  FULL,
  openPosition,
  POSITION,
  waitForText,
  send,
  type Scene,
  type ScreenState,
} from "./scene";

const IMAGE = { ...CV, name: "cv.jpg", buffer: Buffer.from(readFixture("accepted/cv.jpg")) };

async function apply(scene: Scene, cv: typeof CV | null = CV) {
  await openPosition(scene);
  await fill(scene, { cv });
  await send(scene);
}

/** Opens the page's URL again. After a reload, the focus would be unpredictable. */
async function reopen({ page }: Scene) {
  const address = page.url();
  await page.goto("about:blank");
  await page.goto(address);
}

/** Sends an application that the platform refuses after an attempt without a response. */
async function applyUndelivered(scene: Scene) {
  const { page, stage, t } = scene;
  stage.platform.on("apply").drop();
  await apply(scene);
  await waitForText(scene, t["receipt.on_its_way"]);
  stage.platform.on("apply").answer({ status: 400, body: { detail: "No." } });
  await expect.poll(() => readReceiptText(page.url())).toContain(t["receipt.undelivered_title"]);
  await reopen(scene);
  await waitForReceipt(scene, t["receipt.undelivered_title"]);
}

/** Waits for a message in the receipt. With scripts, also waits until the scripts have reformatted times. */
async function waitForReceipt(scene: Scene, text: string) {
  await waitForText(scene, text);
  if (scene.way === "full") await waitForText(scene, scene.t["receipt.copy"]);
}

export const SENT_STATES: readonly ScreenState[] = [
  {
    name: "applied-delivered",
    ways: BOTH,
    reach: async (scene) => {
      await apply(scene);
      await waitForReceipt(scene, scene.t["receipt.delivered"]);
    },
  },
  {
    name: "receipt-next-steps",
    ways: BOTH,
    reach: async (scene) => {
      const { page, stage } = scene;
      await apply(scene);
      await waitForReceipt(scene, scene.t["receipt.delivered"]);
      stage.platform.client({
        next_steps: "Leemos cada candidatura.\nContestamos en dos semanas.",
      });
      // Opening the receipt renews its copies.
      await expect.poll(() => readReceiptText(page.url())).toContain("dos semanas");
      await reopen(scene);
      await waitForReceipt(scene, "Contestamos en dos semanas.");
    },
  },
  {
    name: "applied-with-image",
    ways: BOTH,
    reach: async (scene) => {
      await apply(scene, IMAGE);
      await waitForReceipt(scene, scene.t["form.sent_image"]);
    },
  },
  {
    name: "applied-on-its-way",
    ways: BOTH,
    reach: async (scene) => {
      scene.stage.platform.on("apply").drop();
      await apply(scene);
      await waitForReceipt(scene, scene.t["receipt.on_its_way"]);
    },
  },
  {
    name: "applied-unconfirmed",
    ways: BOTH,
    reach: async (scene) => {
      scene.stage.platform.on("apply").html();
      await apply(scene);
      await waitForReceipt(scene, scene.t["receipt.unconfirmed"]);
    },
  },
  {
    name: "applied-undelivered",
    ways: BOTH,
    reach: applyUndelivered,
  },
  {
    name: "form-returned",
    ways: FULL,
    reach: async (scene) => {
      const { page, t } = scene;
      await applyUndelivered(scene);
      await page.getByRole("button", { name: t["receipt.correct"] }).click();
      await page.locator(".cv-held").waitFor();
      await expectHydrated(page);
    },
  },
  {
    name: "applied-already",
    ways: BOTH,
    reach: async (scene) => {
      scene.stage.platform.on("apply").answer({ status: 409, body: { detail: "Again?" } });
      await apply(scene, null);
      await waitForText(scene, scene.t["apply.already_applied"]);
    },
  },
  {
    name: "applied-before",
    ways: FULL,
    reach: async (scene) => {
      await scene.page.addInitScript((uuid) => {
        localStorage.setItem("appliedPositions", JSON.stringify([uuid]));
      }, POSITION);
      await openPosition(scene);
      await waitForText(scene, scene.t["apply.already_applied"]);
    },
  },
  {
    name: "applied-before-with-receipt",
    ways: FULL,
    reach: async (scene) => {
      await apply(scene);
      await waitForReceipt(scene, scene.t["receipt.delivered"]);
      await scene.page.goto(scene.page.url().replace(/[?&]receipt=\w+/, ""));
      await waitForText(scene, scene.t["receipt.see"]);
    },
  },
  {
    name: "receipt-gone",
    ways: BOTH,
    expectErrors: ERROR_STATUS,
    reach: async (scene) => {
      await openPosition(scene);
      const address = new URL(scene.page.url());
      address.searchParams.set("receipt", "0".repeat(64));
      await scene.page.goto(address.href);
      await waitForText(scene, scene.t["receipt.gone_title"]);
    },
  },
  {
    name: "receipt-without-position",
    ways: BOTH,
    reach: async (scene) => {
      const { page, stage, t } = scene;
      await apply(scene);
      await waitForReceipt(scene, t["receipt.delivered"]);
      stage.platform.on("position").answer({ status: 410 });
      const readPage = async () => (await fetch(page.url())).text();
      await expect.poll(readPage).not.toContain("<article");
      await reopen(scene);
      await page.locator("article").waitFor({ state: "detached" });
      await waitForReceipt(scene, t["receipt.delivered"]);
    },
  },
];
