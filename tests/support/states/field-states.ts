import type { Locator } from "playwright/test";
import { readFixture, createPdf } from "../application-form";
import { chooseFiles, type ChosenFile } from "../choose-files";
import { CV } from "../form-page";
import { phone } from "../phone-page";
import { phonePhoto } from "../photo";
import {
  BOTH,
  CONNECTION_ERROR,
  fill,
  FULL,
  openPosition,
  PLAIN,
  waitForText,
  send,
  type Scene,
  type ScreenState,
} from "./scene";

const MB = 1024 ** 2;
const IMAGE = {
  name: "photo.jpg",
  mimeType: "image/jpeg",
  buffer: Buffer.from(readFixture("accepted/cv.jpg")),
};
const EMPTY = { ...CV, buffer: Buffer.alloc(0) };
const NOT_A_PDF = { ...CV, buffer: Buffer.from("MZ, not a PDF") };
/** A number that the server refuses. The server then holds the CV and returns the form. */
const WRONG_NUMBER = "1";

const country = ({ page, t }: Scene): Locator =>
  page.getByRole("button", { name: `${t["phone.country"]}: ` });

/** Opens a form, focuses the phone field and waits for the button of the list of countries. */
async function focusPhone(scene: Scene) {
  await openPosition(scene);
  await phone(scene.page).focus();
  await country(scene).waitFor();
}

async function openCountries(scene: Scene) {
  await focusPhone(scene);
  await country(scene).click();
  await scene.page.getByRole("listbox").waitFor();
}

async function choose(scene: Scene, file: ChosenFile) {
  await openPosition(scene);
  await chooseFiles(scene.page.locator("#cv"), file);
}

/** Chooses a file. Without scripts, also sends the form, so that the page shows the file's state. */
async function chooseOrSend(scene: Scene, file: ChosenFile, phone?: string) {
  if (scene.way === "full") return choose(scene, file);
  await openPosition(scene);
  await fill(scene, { cv: file, ...(phone !== undefined && { phone }) });
  await send(scene);
}

const PIECES = "**/-/applications/*/cv/*";
const COUNTRIES = ".listbox";
const waitForError = (scene: Scene, field: string) =>
  scene.page.locator(`#${field}-error`).waitFor();

export const FIELD_STATES: readonly ScreenState[] = [
  { name: "phone-hydrated", ways: FULL, reach: focusPhone },
  { name: "phone-countries", ways: FULL, overlay: COUNTRIES, reach: openCountries },
  {
    name: "phone-no-country-found",
    ways: FULL,
    overlay: COUNTRIES,
    reach: async (scene) => {
      await openCountries(scene);
      await scene.page.getByRole("combobox").fill("atlantis");
      await waitForText(scene, scene.t["phone.country_none"]);
    },
  },
  {
    name: "phone-wrong",
    ways: FULL,
    reach: async (scene) => {
      await focusPhone(scene);
      await phone(scene.page).fill("12");
      await scene.page.locator("#last_name").focus();
      await waitForError(scene, "phone");
    },
  },
  {
    name: "phone-extension",
    ways: FULL,
    reach: async (scene) => {
      await focusPhone(scene);
      await scene.page.keyboard.insertText("612 34 56 78 ext. 12");
      await waitForText(scene, scene.t["phone.extension"].replace("{extension}", "12"));
    },
  },
  {
    name: "cv-uploading",
    ways: FULL,
    reach: async (scene) => {
      const { page } = scene;
      await page.route(PIECES, () => undefined);
      const piece = page.waitForRequest(PIECES);
      await choose(scene, { ...CV, buffer: createPdf(3 * MB) });
      await piece;
      await page.getByRole("progressbar").waitFor();
    },
  },
  {
    name: "cv-paused",
    ways: FULL,
    expectErrors: CONNECTION_ERROR,
    reach: async (scene) => {
      await scene.page.route(PIECES, (route) => route.abort());
      await choose(scene, { ...CV, buffer: createPdf(3 * MB) });
      await waitForText(scene, scene.t["form.cv_paused"]);
    },
  },
  {
    name: "cv-photo-shrinking",
    ways: FULL,
    reach: async (scene) => {
      const { page, t } = scene;
      await openPosition(scene);
      await page.evaluate(() => (HTMLCanvasElement.prototype.toBlob = () => undefined));
      await chooseFiles(page.locator("#cv"), await phonePhoto(page, "photo.jpg"));
      await waitForText(scene, `${t["photo.shrinking"]} 94`);
      await page.locator(".photo-skip").waitFor();
    },
  },
  {
    name: "cv-photo-whole",
    ways: FULL,
    reach: async (scene) => {
      const start = IMAGE.buffer.subarray(0, 200);
      await choose(scene, { ...IMAGE, buffer: Buffer.concat([start, Buffer.alloc(MB, "pixels")]) });
      await waitForText(scene, scene.t["photo.whole"]);
      await waitForText(scene, scene.t["form.cv_uploaded"]);
    },
  },
  {
    name: "cv-uploaded",
    ways: FULL,
    reach: async (scene) => {
      await choose(scene, CV);
      await waitForText(scene, scene.t["form.cv_uploaded"]);
    },
  },
  {
    name: "cv-not-uploaded",
    ways: FULL,
    expectErrors: /status of 429/,
    reach: async (scene) => {
      await scene.page.route("**/-/applications/*/cv?*", (route) => route.fulfill({ status: 429 }));
      await choose(scene, CV);
      await waitForText(scene, scene.t["form.cv_here"]);
    },
  },
  {
    name: "cv-image",
    ways: BOTH,
    reach: async (scene) => {
      await chooseOrSend(scene, IMAGE, WRONG_NUMBER);
      await waitForText(scene, scene.t["apply.cv_image_warning"]);
      if (scene.way === "full") await waitForText(scene, scene.t["form.cv_uploaded"]);
    },
  },
  {
    name: "cv-over-5-mb",
    ways: FULL,
    reach: async (scene) => {
      const { page } = scene;
      await page.route(PIECES, () => undefined);
      const piece = page.waitForRequest(PIECES);
      await choose(scene, { ...CV, buffer: createPdf(6 * MB) });
      await piece;
      await waitForText(scene, scene.t["form.cv_over_hint"]);
    },
  },
  {
    name: "cv-wrong-type",
    ways: BOTH,
    reach: async (scene) => {
      const { way } = scene;
      await chooseOrSend(scene, way === "full" ? { ...NOT_A_PDF, name: "cv.odt" } : NOT_A_PDF);
      await waitForError(scene, "cv");
    },
  },
  {
    name: "cv-empty",
    ways: BOTH,
    reach: async (scene) => {
      await chooseOrSend(scene, EMPTY);
      await waitForError(scene, "cv");
    },
  },
  {
    name: "cv-held",
    ways: PLAIN,
    reach: async (scene) => {
      await chooseOrSend(scene, CV, WRONG_NUMBER);
      await waitForText(scene, scene.t["form.held_cv"]);
    },
  },
];
