// Longer than other files: a form, its storage and other tabs are set up once for all of them.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Databases, ForbiddenStorage, LocalStorage } from "../../../tests/support/browser-storage";
import { createForm, stubDataTransfer, stubForms } from "../../../tests/support/form-elements";
import type { HeldCv } from "../model/application";
import { forgetUpload, bytesHeldAt } from "../upload/requests";
import type { Draft } from "./draft";
import { createDraftKeeper } from "./draft-keeper";
import { cleared, cvAt, cvChosen, cvDropped, freshDraft, sent, submitting } from "./draft-state";
import { draftKey } from "./keys";
import { keepDraftFile, readDraft, readDraftFile, writeDraft } from "./draft-storage";
import { announce, isAnnounced } from "./tab-locks";

vi.mock("../upload/requests");
vi.mock("./tab-locks");

const NOW = Date.UTC(2026, 0, 8);
const HOUR = 60 * 60 * 1000;
const FRESH = "m-fresh-id-of-the-form";
const KEPT = "m-kept-id-of-the-draft";

/** Whether another tab is told that this one sends. */
let announced = 0;
let page: EventTarget;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: NOW });
  stubForms();
  vi.stubGlobal("localStorage", new LocalStorage());
  vi.stubGlobal("indexedDB", new Databases());
  page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  stubDataTransfer();
  announced = 0;
  vi.mocked(announce)
    .mockReset()
    .mockImplementation(() => {
      announced += 1;
      return () => void (announced -= 1);
    });
  vi.mocked(isAnnounced).mockReset().mockResolvedValue(false);
  vi.mocked(bytesHeldAt).mockReset().mockResolvedValue(12);
  vi.mocked(forgetUpload).mockReset();
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

/** Everything that has begun comes to its end, but for what waits for a clock. */
async function settle() {
  for (const _ of [1, 2, 3]) {
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(0);
  }
}

const address = (upload: number, id = KEPT) => `/-/applications/${id}/cv/${upload}`;
const file = new File(["%PDF-1.7"], "cv.pdf", { lastModified: 34 });
const cvOf = ({ name, size, lastModified }: File, isHeld: boolean, at?: string) => ({
  name,
  size,
  lastModified,
  isHeld,
  ...(at !== undefined && { address: at }),
});

const draft = (changes: Partial<Draft> = {}): Draft => ({
  applicationId: KEPT,
  at: NOW - HOUR,
  values: { first_name: "Ana", "Can you travel?": "No" },
  ...changes,
});

/** A page of the position, in a tab: its form, and what it shows of its draft. */
function openTab({ isFresh = true, heldCv }: { isFresh?: boolean; heldCv?: HeldCv } = {}) {
  const { form, fields, submit } = createForm();
  const names = { "question-0": "Can you travel?" };
  const keeper = createDraftKeeper(freshDraft(FRESH, isFresh, heldCv), "p1", names);
  let view = keeper.view;
  const stop = keeper.start(form, (next) => (view = next));
  return {
    fields,
    submit,
    keeper,
    stop,
    view: () => view,
    type: (text: string, field = fields.firstName) => {
      field.value = text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    },
    choose: (chosen: File) => {
      fields.cv.files = [chosen];
      keeper.happen(cvChosen, chosen);
      return keeper.addressOf(chosen);
    },
  };
}

/** A page of the position that found a draft, with all that comes back in it. */
async function reopenTab(found: Draft, options = {}) {
  writeDraft("p1", found);
  const tab = openTab(options);
  await settle();
  return tab;
}

/** Another tab has changed what is kept. */
function fromAnotherTab(change: Draft | undefined, key: string | null = draftKey("p1")) {
  if (change) writeDraft("p1", change);
  else localStorage.removeItem(draftKey("p1"));
  page.dispatchEvent(Object.assign(new Event("storage"), { key }));
}

const leave = () => page.dispatchEvent(new Event("pagehide"));
const comeBack = (persisted: boolean) =>
  page.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));

describe("what is typed", () => {
  test("is kept when the typing pauses for 300 ms", () => {
    const tab = openTab();
    tab.type("A");
    vi.advanceTimersByTime(299);
    tab.type("An");
    vi.advanceTimersByTime(299);
    expect(readDraft("p1")).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(readDraft("p1")).toEqual({
      applicationId: FRESH,
      at: NOW + 599,
      values: { first_name: "An" },
    });
  });

  test("is kept with what is chosen, a question under its words", () => {
    const tab = openTab();
    tab.fields.no.checked = true;
    tab.fields.no.dispatchEvent(new Event("change", { bubbles: true }));
    vi.advanceTimersByTime(300);
    expect(readDraft("p1")?.values).toEqual({ "Can you travel?": "No" });
  });

  test("is kept at once when the page is left", () => {
    const tab = openTab();
    tab.type("Ana");
    leave();
    expect(readDraft("p1")?.values).toEqual({ first_name: "Ana" });
  });

  test("is not kept again when the page is left later: it was not changed then", () => {
    const tab = openTab();
    tab.type("Ana");
    vi.advanceTimersByTime(300);
    vi.advanceTimersByTime(HOUR);
    leave();
    expect(readDraft("p1")?.at).toBe(NOW + 300);
  });

  test("is nothing before something is typed", () => {
    const tab = openTab();
    tab.type("");
    vi.advanceTimersByTime(300);
    leave();
    expect(readDraft("p1")).toBeUndefined();
  });

  test("is forgotten when it is deleted again", () => {
    const tab = openTab();
    tab.type("Ana");
    vi.advanceTimersByTime(300);
    tab.type("");
    vi.advanceTimersByTime(300);
    expect(readDraft("p1")).toBeUndefined();
    // It is still the same application.
    tab.type("Eva");
    vi.advanceTimersByTime(300);
    expect(readDraft("p1")?.applicationId).toBe(FRESH);
  });

  test("is not kept of a form that is shown no more", () => {
    const tab = openTab();
    tab.type("Ana");
    tab.stop();
    vi.advanceTimersByTime(300);
    tab.type("Ana");
    tab.fields.firstName.dispatchEvent(new Event("change", { bubbles: true }));
    vi.advanceTimersByTime(300);
    leave();
    expect(readDraft("p1")).toBeUndefined();
  });

  test("is kept also after the server has answered with what is wrong", () => {
    const tab = openTab({ isFresh: false });
    tab.type("Ana");
    vi.advanceTimersByTime(300);
    expect(readDraft("p1")?.values).toEqual({ first_name: "Ana" });
  });
});

describe("a draft that is found", () => {
  test("is brought back, under its own id", async () => {
    const tab = await reopenTab(draft());
    expect([tab.fields.firstName.value, tab.fields.no.checked]).toEqual(["Ana", true]);
    expect(tab.view()).toEqual({
      applicationId: KEPT,
      isRestored: true,
      heldCv: undefined,
      isCvGone: false,
    });
    expect(tab.keeper.view.applicationId).toBe(KEPT);
    expect(tab.submit).not.toHaveBeenCalled();
  });

  test("is as old as it was, for as long as nothing is changed", async () => {
    await reopenTab(draft());
    vi.advanceTimersByTime(HOUR);
    leave();
    expect(readDraft("p1")?.at).toBe(NOW - HOUR);
  });

  test("takes nothing away that was typed before the scripts came", async () => {
    writeDraft("p1", draft());
    const tab = openTab();
    // Put back by what wakes the form, before anything else.
    tab.fields.firstName.value = "Eva";
    await settle();
    expect([tab.fields.firstName.value, tab.fields.no.checked]).toEqual(["Eva", true]);
  });

  test("gives its fields also to a choice that is drawn only after it", async () => {
    writeDraft("p1", draft());
    const tab = openTab();
    await new Promise((resolve) => setImmediate(resolve));
    tab.fields.no.checked = false;
    await settle();
    expect(tab.fields.no.checked).toBe(true);
  });

  test("is not brought back into a form with an answer of the server's in it", async () => {
    const tab = await reopenTab(draft(), { isFresh: false });
    expect(tab.fields.firstName.value).toBe("");
    expect(tab.view()).toMatchObject({ applicationId: FRESH, isRestored: false });
  });

  test("of long ago is not, and goes, of other positions too", async () => {
    writeDraft("p2", draft({ at: NOW - 8 * 24 * HOUR }));
    const tab = await reopenTab(draft({ at: NOW - 8 * 24 * HOUR }));
    expect(tab.fields.firstName.value).toBe("");
    expect(Object.keys(localStorage)).toEqual([]);
  });
});

describe("the CV of a draft", () => {
  test("that the server holds is named, by the number of its upload", async () => {
    const tab = await reopenTab(draft({ cv: cvOf(file, true, address(17)) }));
    expect(bytesHeldAt).toHaveBeenCalledWith(address(17));
    expect(tab.view()).toMatchObject({
      heldCv: { upload: 17, name: "cv.pdf", size: 8 },
      isCvGone: false,
    });
  });

  test.each([12, undefined])(
    "is held for as long as the server does not deny it: %s",
    async (held) => {
      vi.mocked(bytesHeldAt).mockResolvedValue(held);
      const tab = await reopenTab(draft({ cv: cvOf(file, true, address(7)) }));
      expect(tab.view().isCvGone).toBe(false);
      expect(readDraft("p1")?.cv).toBeDefined();
    },
  );

  test("that the server holds no more is said to be gone", async () => {
    vi.mocked(bytesHeldAt).mockResolvedValue("gone");
    const tab = await reopenTab(draft({ cv: cvOf(file, true, address(7)) }));
    expect(tab.view()).toMatchObject({ heldCv: undefined, isCvGone: true, isRestored: true });
    expect(readDraft("p1")?.cv).toBeUndefined();
    expect(readDraft("p1")?.values).toEqual(draft().values);
  });

  test("that has not gone up is chosen again, and goes up from there", async () => {
    await keepDraftFile("p1", file);
    const changes: string[] = [];
    writeDraft("p1", draft({ cv: cvOf(file, false, address(7)) }));
    const tab = openTab();
    tab.fields.cv.addEventListener("change", () => changes.push("change"));
    await settle();
    expect([tab.fields.cv.files, changes]).toEqual([[file], ["change"]]);
    expect(tab.view()).toMatchObject({ heldCv: undefined, isCvGone: false });
    expect(bytesHeldAt).not.toHaveBeenCalled();
    expect(tab.keeper.addressOf(file)).toBe(address(7));
  });

  test("that has not gone up, and is not here either, is said to be gone", async () => {
    const tab = await reopenTab(draft({ cv: cvOf(file, false) }));
    expect(tab.view()).toMatchObject({ isCvGone: true });
    expect(readDraft("p1")?.cv).toBeUndefined();
  });

  test("that is held nowhere that is known is looked for here", async () => {
    await keepDraftFile("p1", file);
    const tab = await reopenTab(draft({ cv: cvOf(file, true) }));
    expect(tab.fields.cv.files).toEqual([file]);
  });

  test.each(["ended", "cleared"] as const)(
    "changes nothing in a form that was %s meanwhile",
    async (how) => {
      let answer: (held: "gone") => void = () => undefined;
      vi.mocked(bytesHeldAt).mockReturnValue(new Promise((resolve) => (answer = resolve)));
      const tab = await reopenTab(draft({ cv: cvOf(file, true, address(7)) }));
      if (how === "ended") tab.keeper.happen(sent, false);
      else tab.keeper.happen(cleared);
      tab.fields.firstName.value = "";
      answer("gone");
      await settle();
      expect(tab.view().isCvGone).toBe(false);
      expect(tab.fields.firstName.value).toBe("");
      expect(readDraft("p1")).toBeUndefined();
    },
  );
});

test("a draft that is cleared while its file is looked for stays cleared", async () => {
  await keepDraftFile("p1", file);
  writeDraft("p1", draft({ cv: cvOf(file, false) }));
  const tab = openTab();
  await Promise.resolve();
  tab.keeper.happen(cleared);
  await settle();
  expect(tab.fields.cv.files).toEqual([]);
  expect(readDraft("p1")).toBeUndefined();
});

describe("a form that was sent, and has no answer", () => {
  const cutOff = (ago: number, changes = {}) => draft({ submittedAt: NOW - ago, ...changes });

  test("is sent again when its page is loaded again within the hour", async () => {
    const tab = await reopenTab(cutOff(HOUR - 1));
    expect(tab.submit).toHaveBeenCalledOnce();
  });

  test("is not sent again while another tab does so", async () => {
    vi.mocked(isAnnounced).mockResolvedValue(true);
    const tab = await reopenTab(cutOff(1000));
    expect(vi.mocked(isAnnounced).mock.calls[0]?.[0]).toContain("p1");
    expect(tab.submit).not.toHaveBeenCalled();
  });

  test("goes with a CV that the server holds, without asking: what was sent is held no more", async () => {
    vi.mocked(bytesHeldAt).mockResolvedValue("gone");
    const tab = await reopenTab(cutOff(1000, { cv: cvOf(file, true, address(7)) }));
    expect(tab.submit).toHaveBeenCalledOnce();
    expect(tab.view()).toMatchObject({ heldCv: { upload: 7 }, isCvGone: false });
    expect(bytesHeldAt).not.toHaveBeenCalled();
  });

  test("does not go when it was cleared while other tabs were asked", async () => {
    let answer: (isAnnounced: boolean) => void = () => undefined;
    vi.mocked(isAnnounced).mockReturnValue(new Promise((resolve) => (answer = resolve)));
    const tab = await reopenTab(cutOff(1000));
    tab.keeper.happen(cleared);
    answer(false);
    await settle();
    expect(tab.submit).not.toHaveBeenCalled();
    expect(tab.fields.firstName.value).toBe("");
  });

  test("is known as such from when it is sent until it is answered", () => {
    const tab = openTab();
    tab.type("Ana");
    tab.keeper.happen(submitting, true);
    expect(readDraft("p1")).toMatchObject({ submittedAt: NOW, values: { first_name: "Ana" } });
    expect(announced).toBe(1);
    tab.keeper.happen(submitting, true);
    expect(announced).toBe(1);
    tab.keeper.happen(submitting, false);
    expect(readDraft("p1")).toMatchObject({ values: { first_name: "Ana" } });
    expect(readDraft("p1")?.submittedAt).toBeUndefined();
    expect(announced).toBe(0);
  });

  test("stays known as such when the page is left in the middle of it", () => {
    const tab = openTab();
    tab.type("Ana");
    tab.keeper.happen(submitting, true);
    leave();
    tab.keeper.happen(submitting, false);
    expect(readDraft("p1")?.submittedAt).toBe(NOW);
    // Back from the browser's memory, an answer is one again.
    comeBack(true);
    tab.keeper.happen(submitting, false);
    expect(readDraft("p1")?.submittedAt).toBeUndefined();
  });
});

describe("two tabs of a position are one draft", () => {
  test("what is changed in one is shown in the other", () => {
    const tab = openTab();
    fromAnotherTab(draft());
    expect(tab.fields.firstName.value).toBe("Ana");
    expect(tab.view()).toMatchObject({ applicationId: KEPT, isRestored: true });
    fromAnotherTab(draft({ values: { phone: "612" } }));
    expect([tab.fields.firstName.value, tab.fields.phone.value]).toEqual(["", "612"]);
    expect(tab.fields.no.checked).toBe(false);
  });

  test("a file that was taken away in one is taken out in the other, and only then", () => {
    const tab = openTab();
    tab.choose(file);
    const theirs = draft({ applicationId: "a-smaller-id-of-theirs" });
    fromAnotherTab({ ...theirs, cv: cvOf(file, false) });
    expect(tab.fields.cv.files).toEqual([file]);
    fromAnotherTab(theirs);
    expect(tab.fields.cv.files).toEqual([]);
  });

  test("what another site of the same host keeps is none of it", () => {
    const tab = openTab();
    writeDraft("p1", draft());
    fromAnotherTab(draft(), "cart");
    expect(tab.fields.firstName.value).toBe("");
  });

  test("what is typed first in one joins what the other has begun", () => {
    const tab = openTab();
    writeDraft("p1", draft());
    tab.type("612", tab.fields.phone);
    vi.advanceTimersByTime(300);
    expect(readDraft("p1")).toMatchObject({
      applicationId: KEPT,
      values: { first_name: "Ana", phone: "612", "Can you travel?": "No" },
    });
    expect(tab.fields.firstName.value).toBe("Ana");
  });

  test("what is typed just now is the last word", () => {
    const tab = openTab();
    tab.type("Eva");
    fromAnotherTab(draft());
    expect(tab.fields.firstName.value).toBe("Eva");
    vi.advanceTimersByTime(300);
    expect(readDraft("p1")?.values).toMatchObject({ first_name: "Eva" });
  });

  test("what is filled in is not taken for typed", () => {
    openTab();
    fromAnotherTab(draft());
    vi.advanceTimersByTime(300);
    expect(readDraft("p1")?.at).toBe(NOW - HOUR);
  });

  test("are both empty when one is cleared", () => {
    const tab = openTab();
    fromAnotherTab(draft({ cv: cvOf(file, true, address(7)) }));
    expect(tab.view().heldCv).toBeDefined();
    fromAnotherTab(undefined);
    expect(tab.fields.firstName.value).toBe("");
    expect(tab.view()).toEqual({
      applicationId: FRESH,
      isRestored: false,
      heldCv: undefined,
      isCvGone: false,
    });
    expect(tab.keeper.view.applicationId).toBe(FRESH);
    // What is begun anew there is shown at once.
    fromAnotherTab(draft({ values: { first_name: "Eva" } }));
    expect(tab.fields.firstName.value).toBe("Eva");
  });

  test("one that comes back from the browser's memory catches up", () => {
    const tab = openTab();
    writeDraft("p1", draft());
    comeBack(false);
    expect(tab.fields.firstName.value).toBe("");
    comeBack(true);
    expect(tab.fields.firstName.value).toBe("Ana");
  });

  test("one that is shown no more follows nothing", () => {
    const tab = openTab();
    tab.stop();
    fromAnotherTab(draft());
    comeBack(true);
    expect(tab.fields.firstName.value).toBe("");
  });
});

describe("a file that is chosen", () => {
  const other = new File(["other"], "other.pdf", { lastModified: 56 });

  test("is kept here until the server has all of it", async () => {
    const tab = openTab();
    expect(tab.choose(file)).toBeUndefined();
    await settle();
    expect(readDraft("p1")?.cv).toEqual(cvOf(file, false));
    expect(await readDraftFile("p1")).toBe(file);
    tab.keeper.happen(cvAt, address(8, FRESH), false);
    await settle();
    expect(readDraft("p1")?.cv).toEqual(cvOf(file, false, address(8, FRESH)));
    expect(await readDraftFile("p1")).toBe(file);
    tab.keeper.happen(cvAt, address(8, FRESH), true);
    await settle();
    expect(readDraft("p1")?.cv).toEqual(cvOf(file, true, address(8, FRESH)));
    expect(await readDraftFile("p1")).toBeUndefined();
  });

  test("goes on also where another tab had begun", () => {
    const tab = openTab();
    writeDraft("p1", draft({ cv: cvOf(file, false, address(7)) }));
    expect(tab.choose(file)).toBe(address(7));
    expect(tab.keeper.view.applicationId).toBe(KEPT);
  });

  test("goes on where it had begun also where the browser keeps nothing", async () => {
    vi.stubGlobal("localStorage", new ForbiddenStorage());
    const tab = openTab();
    tab.choose(file);
    tab.keeper.happen(cvAt, address(8, FRESH), false);
    expect(tab.choose(file)).toBe(address(8, FRESH));
    await settle();
    // A file that no draft names would never be found again.
    expect(await readDraftFile("p1")).toBeUndefined();
  });

  const heldBefore = () => reopenTab(draft({ cv: cvOf(file, true, address(7)) }));

  test("and taken away again leaves the one that the server holds, and is not kept", async () => {
    const tab = await heldBefore();
    tab.choose(other);
    await settle();
    expect(await readDraftFile("p1")).toBe(other);
    tab.keeper.happen(cvAt, address(8), false);
    tab.keeper.happen(cvDropped);
    await settle();
    expect(readDraft("p1")?.cv).toEqual(cvOf(file, true, address(7)));
    expect(tab.view().heldCv).toMatchObject({ upload: 7 });
    expect(await readDraftFile("p1")).toBeUndefined();
    // Once is enough.
    tab.keeper.happen(cvDropped);
    expect(readDraft("p1")?.cv).toBeUndefined();
  });
});

describe("a CV that the server held when it drew the form", () => {
  const heldCv: HeldCv = { upload: 7, name: "cv.pdf", size: 8 };

  test("is shown, and part of the draft from the first letter that is typed", () => {
    const tab = openTab({ isFresh: false, heldCv });
    expect(tab.keeper.view).toEqual({
      applicationId: FRESH,
      isRestored: false,
      heldCv,
      isCvGone: false,
    });
    tab.type("Ana");
    vi.advanceTimersByTime(300);
    expect(readDraft("p1")?.cv).toEqual({
      ...heldCv,
      lastModified: 0,
      isHeld: true,
      address: address(7, FRESH),
    });
  });
});

describe("a draft that is cleared", () => {
  test("is gone here, in the form and on the server", async () => {
    const tab = await reopenTab(draft({ cv: cvOf(file, true, address(7)) }));
    tab.choose(new File(["other"], "other.pdf"));
    await settle();
    tab.keeper.happen(cvAt, address(8), false);
    tab.keeper.happen(cleared);
    await settle();
    expect(forgetUpload).toHaveBeenCalledExactlyOnceWith(address(8));
    expect([tab.fields.firstName.value, tab.fields.no.checked]).toEqual(["", false]);
    expect(tab.fields.cv.files).toEqual([]);
    expect(readDraft("p1")).toBeUndefined();
    expect(await readDraftFile("p1")).toBeUndefined();
    expect(tab.view()).toEqual({
      applicationId: FRESH,
      isRestored: false,
      heldCv: undefined,
      isCvGone: false,
    });
    // What was cleared does not come back with the next file that is taken away.
    tab.keeper.happen(cvDropped);
    expect(readDraft("p1")).toBeUndefined();
  });

  test("stays cleared, whatever was about to be kept", () => {
    const tab = openTab();
    tab.type("Ana");
    tab.keeper.happen(cleared);
    vi.advanceTimersByTime(300);
    leave();
    expect(readDraft("p1")).toBeUndefined();
    expect(forgetUpload).not.toHaveBeenCalled();
  });

  test("is begun anew by what is typed then", () => {
    const tab = openTab();
    fromAnotherTab(draft());
    tab.keeper.happen(cleared);
    tab.type("Eva");
    vi.advanceTimersByTime(300);
    expect(readDraft("p1")).toMatchObject({ applicationId: FRESH, values: { first_name: "Eva" } });
  });
});

describe("an application that was sent", () => {
  test("leaves nothing here, whatever is done in its form", async () => {
    const tab = openTab();
    tab.choose(file);
    await settle();
    tab.type("Ana");
    tab.keeper.happen(submitting, true);
    tab.keeper.happen(sent, false);
    tab.keeper.happen(cvAt, address(8, FRESH), false);
    tab.keeper.happen(cvDropped);
    await settle();
    tab.choose(file);
    tab.type("Eva");
    vi.advanceTimersByTime(300);
    leave();
    await settle();
    expect(readDraft("p1")).toBeUndefined();
    expect(await readDraftFile("p1")).toBeUndefined();
    expect(announced).toBe(0);
  });

  test("is not missed by a form that is not shown", () => {
    const keeper = createDraftKeeper(freshDraft(FRESH, true), "p1", {});
    expect(keeper.view).toEqual({
      applicationId: FRESH,
      isRestored: false,
      heldCv: undefined,
      isCvGone: false,
    });
    keeper.happen(submitting, true);
    keeper.happen(cleared);
    keeper.happen(sent, false);
    expect(readDraft("p1")).toBeUndefined();
  });
});
