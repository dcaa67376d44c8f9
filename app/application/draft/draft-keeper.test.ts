import { beforeEach, describe, expect, test, vi } from "vitest";
import { Databases, LocalStorage } from "../../../tests/support/browser-storage";
import { createForm, stubDataTransfer, stubForms } from "../../../tests/support/form-elements";
import { bytesHeldAt, forgetUpload } from "../upload/requests";
import type { Draft } from "./draft";
import { createDraftKeeper } from "./draft-keeper";
import { cleared, cvAt, cvChosen, freshDraft, sent, submitting } from "./draft-state";
import { keepDraftFile, readDraft, readDraftFile, writeDraft } from "./draft-storage";
import { draftKey } from "./keys";
import { announce, isAnnounced } from "./tab-locks";

// What becomes of a draft is in draft-state.test.ts; this is how the keeper listens and acts.

vi.mock("../upload/requests");
vi.mock("./tab-locks");

const NOW = Date.UTC(2026, 0, 8);
const HOUR = 60 * 60 * 1000;
const FRESH = "m-fresh-id-of-the-form";
const KEPT = "m-kept-id-of-the-draft";

/** How many tabs announce that they send. */
let announced = 0;
let page: EventTarget;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: NOW });
  stubForms();
  stubDataTransfer();
  vi.stubGlobal("localStorage", new LocalStorage());
  vi.stubGlobal("indexedDB", new Databases());
  page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  announced = 0;
  const announcing = () => ((announced += 1), () => void (announced -= 1));
  vi.mocked(announce).mockReset().mockImplementation(announcing);
  vi.mocked(isAnnounced).mockReset().mockResolvedValue(false);
  vi.mocked(bytesHeldAt).mockReset().mockResolvedValue(12);
  vi.mocked(forgetUpload).mockReset();
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

/** Runs everything that has begun to its end, except timers that are not due. */
async function settle() {
  for (const _ of [1, 2, 3]) {
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(0);
  }
}

const address = `/-/applications/${KEPT}/cv/7`;
const file = new File(["%PDF-1.7"], "cv.pdf", { lastModified: 34 });
const marks = { name: "cv.pdf", size: 8, lastModified: 34 };

const draft = (changes: Partial<Draft> = {}): Draft => ({
  applicationId: KEPT,
  at: NOW - HOUR,
  values: { first_name: "Ana", "Can you travel?": "No" },
  ...changes,
});
const withCv = (isHeld: boolean) => draft({ cv: { ...marks, address, isHeld } });

/** Opens the position's page in a tab. */
function openTab(isFresh = true) {
  const { form, fields, submit } = createForm();
  const names = { "question-0": "Can you travel?" };
  const keeper = createDraftKeeper(freshDraft(FRESH, isFresh), "p1", names);
  let view = keeper.view;
  const stop = keeper.start(form, (next) => (view = next));
  const type = (text: string, event = "input") => {
    fields.firstName.value = text;
    fields.firstName.dispatchEvent(new Event(event, { bubbles: true }));
  };
  return { fields, submit, keeper, stop, view: () => view, type };
}

/** Opens the page where a draft is stored, and waits until it is back. */
async function reopenTab(found: Draft) {
  writeDraft("p1", found);
  const tab = openTab();
  await settle();
  return tab;
}

const leave = () => page.dispatchEvent(new Event("pagehide"));
const comeBack = (persisted: boolean) =>
  page.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
const storeInOtherTab = (stored: Draft, key = draftKey("p1")) => {
  writeDraft("p1", stored);
  page.dispatchEvent(Object.assign(new Event("storage"), { key }));
};

describe("typing", () => {
  test.each(["input", "change"])("is kept after a pause of 300 ms: %s", (type) => {
    const tab = openTab();
    tab.type("A", type);
    vi.advanceTimersByTime(299);
    tab.fields.no.checked = true;
    tab.type("An", type);
    vi.advanceTimersByTime(299);
    expect(readDraft("p1")).toBeUndefined();
    vi.advanceTimersByTime(1);
    const values = { first_name: "An", "Can you travel?": "No" };
    expect(readDraft("p1")).toEqual({ applicationId: FRESH, at: NOW + 599, values });
  });

  test("is kept at once when the page is left, and not again later", () => {
    const tab = openTab();
    tab.type("Ana");
    leave();
    expect(readDraft("p1")?.values).toEqual({ first_name: "Ana" });
    vi.advanceTimersByTime(HOUR);
    leave();
    expect(readDraft("p1")?.at).toBe(NOW);
  });

  test("joins what another tab has begun", () => {
    const tab = openTab();
    writeDraft("p1", draft());
    tab.fields.phone.value = "612";
    tab.fields.phone.dispatchEvent(new Event("input", { bubbles: true }));
    vi.advanceTimersByTime(300);
    expect(readDraft("p1")).toMatchObject({
      applicationId: KEPT,
      values: { first_name: "Ana", phone: "612", "Can you travel?": "No" },
    });
  });

  test("is not kept in a form that has ended", () => {
    const tab = openTab();
    tab.type("Ana");
    tab.stop();
    for (const type of ["input", "change"]) tab.type("Ana", type);
    vi.advanceTimersByTime(300);
    leave();
    expect(readDraft("p1")).toBeUndefined();
    storeInOtherTab(draft({ values: { first_name: "Eva" } }));
    comeBack(true);
    expect(tab.fields.firstName.value).toBe("Ana");
  });
});

describe("a stored draft", () => {
  test("is brought back unchanged, and is not taken for typing", async () => {
    const tab = await reopenTab(draft());
    expect([tab.fields.firstName.value, tab.fields.no.checked]).toEqual(["Ana", true]);
    const view = { applicationId: KEPT, isRestored: true, heldCv: undefined, isCvGone: false };
    expect(tab.view()).toEqual(view);
    expect(tab.keeper.view).toEqual(view);
    expect(tab.submit).not.toHaveBeenCalled();
    vi.advanceTimersByTime(300);
    leave();
    expect(readDraft("p1")?.at).toBe(NOW - HOUR);
  });

  test("takes nothing away that was typed before, and fills in what is drawn after it", async () => {
    writeDraft("p1", draft());
    const tab = openTab();
    tab.fields.firstName.value = "Eva";
    await new Promise((resolve) => setImmediate(resolve));
    tab.fields.no.checked = false;
    await settle();
    expect([tab.fields.firstName.value, tab.fields.no.checked]).toEqual(["Eva", true]);
  });

  test("is removed with those of other positions when it is too old", async () => {
    writeDraft("p2", draft({ at: NOW - 8 * 24 * HOUR }));
    await reopenTab(draft({ at: NOW - 8 * 24 * HOUR }));
    expect(Object.keys(localStorage)).toEqual([]);
  });

  test.each([
    [12, false],
    [undefined, false],
    ["gone", true],
  ] as const)("has its CV unless the server denies it: %s", async (bytes, isCvGone) => {
    vi.mocked(bytesHeldAt).mockResolvedValue(bytes);
    const tab = await reopenTab(withCv(true));
    expect(bytesHeldAt).toHaveBeenCalledExactlyOnceWith(address);
    expect(tab.view()).toMatchObject({ isCvGone, isRestored: true });
    expect(tab.view().heldCv?.upload).toBe(isCvGone ? undefined : 7);
    expect(readDraft("p1")?.cv === undefined).toBe(isCvGone);
  });

  test("has its file chosen again that has not gone up, and goes on with it", async () => {
    await keepDraftFile("p1", file);
    writeDraft("p1", withCv(false));
    const tab = openTab();
    const changes: string[] = [];
    tab.fields.cv.addEventListener("change", () => changes.push("change"));
    await settle();
    expect([tab.fields.cv.files, changes]).toEqual([[file], ["change"]]);
    expect(await Promise.all(tab.keeper.reading)).toEqual([file]);
    expect(bytesHeldAt).not.toHaveBeenCalled();
    expect(tab.keeper.addressOf(file)).toBe(address);
  });

  test.each([true, false])("has a file without an address here (held: %s)", async (isHeld) => {
    const found = draft({ cv: { ...marks, isHeld } });
    expect((await reopenTab(found)).view().isCvGone).toBe(true);
    await keepDraftFile("p1", file);
    expect((await reopenTab(found)).fields.cv.files).toEqual([file]);
  });
});

describe("a submit without an answer", () => {
  const cutOff = draft({ submittedAt: NOW - 1000 });

  test.each([false, true])("is made again unless another tab does (%s)", async (isOthers) => {
    vi.mocked(isAnnounced).mockResolvedValue(isOthers);
    const tab = await reopenTab(cutOff);
    expect(vi.mocked(isAnnounced).mock.calls).toEqual([["puertaSubmitting:p1"]]);
    expect(tab.submit).toHaveBeenCalledTimes(isOthers ? 0 : 1);
  });

  test("is announced once from its start to its end, which leaving the page is not", () => {
    const tab = openTab();
    tab.type("Ana");
    for (const _ of [1, 2]) tab.keeper.happen(submitting, true);
    expect([announced, vi.mocked(announce).mock.calls]).toEqual([1, [["puertaSubmitting:p1"]]]);
    leave();
    tab.keeper.happen(submitting, false);
    expect([announced, readDraft("p1")?.submittedAt]).toEqual([1, NOW]);
    comeBack(true);
    tab.keeper.happen(submitting, false);
    expect([announced, readDraft("p1")?.submittedAt]).toEqual([0, undefined]);
    expect(readDraft("p1")?.values).toEqual({ first_name: "Ana" });
  });
});

describe("another tab", () => {
  test("has its changes shown, those of this position alone", () => {
    const tab = openTab();
    storeInOtherTab(draft(), "cart");
    expect(tab.fields.firstName.value).toBe("");
    storeInOtherTab(draft());
    expect(tab.fields.firstName.value).toBe("Ana");
    expect(tab.view()).toMatchObject({ applicationId: KEPT, isRestored: true });
    vi.advanceTimersByTime(300);
    expect(readDraft("p1")?.at).toBe(NOW - HOUR);
    tab.type("Eva");
    vi.advanceTimersByTime(300);
    expect(readDraft("p1")?.values).toMatchObject({ first_name: "Eva" });
  });

  test("is caught up with by a page that comes from the browser's memory", () => {
    const tab = openTab();
    writeDraft("p1", draft());
    for (const [persisted, name] of [[false, ""] as const, [true, "Ana"] as const]) {
      comeBack(persisted);
      expect(tab.fields.firstName.value).toBe(name);
    }
  });
});

test("a chosen file is kept until the server has all of it, and is forgotten when all is cleared", async () => {
  const tab = openTab();
  tab.fields.cv.files = [file];
  tab.keeper.happen(cvChosen, file);
  await settle();
  expect(readDraft("p1")?.cv).toEqual({ ...marks, isHeld: false });
  expect(await readDraftFile("p1")).toBe(file);
  tab.keeper.happen(cvAt, address, true);
  await settle();
  expect(readDraft("p1")?.cv).toEqual({ ...marks, isHeld: true, address });
  expect(await readDraftFile("p1")).toBeUndefined();

  tab.type("Ana");
  tab.keeper.happen(cleared);
  vi.advanceTimersByTime(300);
  await settle();
  expect(forgetUpload).toHaveBeenCalledExactlyOnceWith(address);
  expect([tab.fields.firstName.value, tab.fields.cv.files]).toEqual(["", []]);
  expect(readDraft("p1")).toBeUndefined();
  expect(tab.view()).toMatchObject({ applicationId: FRESH, isRestored: false });
});

test("what corrects a refused application is stored as such, with what was said of it", () => {
  const { form } = createForm();
  const keeper = createDraftKeeper(freshDraft(FRESH, false, undefined, "Not so"), "p1", {});
  keeper.start(form, () => undefined);
  keeper.happen(cvChosen, file);
  const refusal = { errors: { phone: "Blocked" } };
  keeper.happen(submitting, false, refusal);
  expect(readDraft("p1")).toMatchObject({ corrects: "Not so", refusal });
});

test("a form that is not shown is not missed, and one that was sent is not kept", async () => {
  const keeper = createDraftKeeper(freshDraft(FRESH, true), "p1", {});
  for (const isSubmitting of [true, false]) keeper.happen(submitting, isSubmitting);
  keeper.happen(cleared);
  expect(forgetUpload).not.toHaveBeenCalled();

  const tab = openTab();
  tab.keeper.happen(cvChosen, file);
  await settle();
  tab.keeper.happen(sent, false);
  tab.type("Eva");
  vi.advanceTimersByTime(300);
  await settle();
  expect([readDraft("p1"), await readDraftFile("p1")]).toEqual([undefined, undefined]);
  expect(announced).toBe(0);
});
