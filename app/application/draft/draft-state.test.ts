// Longer than other files: one table of what happens to a draft, from each state that it can be in.
import { describe, expect, test } from "vitest";
import type { NamedCv } from "../model/application";
import type { Draft, DraftCv } from "./draft";
import {
  addressOf,
  cleared,
  cvAt,
  cvChosen,
  cvDropped,
  cvForgotten,
  cvLookedFor,
  cvToLookFor,
  followed,
  freshDraft,
  isCutOff,
  joined,
  left,
  mended,
  opened,
  paused,
  restored,
  sent,
  shown,
  submitting,
  typed,
  type DraftState,
  type Facts,
} from "./draft-state";

const NOW = Date.UTC(2026, 0, 8);
const HOUR = 60 * 60 * 1000;

const file = new File(["%PDF-1.7"], "cv.pdf", { lastModified: 34 });
const marks = { name: "cv.pdf", size: 8, lastModified: 34 };
const address = "/-/applications/m-kept/cv/7";
const heldCv: NamedCv = { upload: 7, name: "cv.pdf", size: 8 };
const onServer: DraftCv = { ...marks, address, isHeld: true };
const onItsWay: DraftCv = { ...marks, address: "/-/applications/m-kept/cv/8", isHeld: false };

/** The draft in storage, which another tab may have written. */
const stored: Draft = { applicationId: "m-kept", at: NOW - HOUR, values: { first_name: "Ana" } };

/** A form that is as the server drew it, and one of which this tab keeps a draft. */
const fresh = freshDraft("m-fresh", true);
const kept: DraftState = { ...fresh, at: NOW - 1, cv: onServer };
const view = { applicationId: "m-kept", isRestored: true, isCvGone: false };

const nothing: Facts = { now: NOW, entered: {}, hasFile: false };
const entered: Facts = { ...nothing, entered: { first_name: "Eva" } };
const withFile: Facts = { ...nothing, hasFile: true };
const there: Facts = { ...nothing, stored };

describe("a form that is fresh", () => {
  test("has nothing that is kept", () => {
    expect(fresh).toEqual({
      freshId: "m-fresh",
      isFresh: true,
      at: 0,
      view: { applicationId: "m-fresh", isRestored: false, isCvGone: false },
    });
  });

  test("may have a CV that the server holds: it is the draft's, and shown", () => {
    const kept = { ...heldCv, kept: "Until Monday" };
    const state = freshDraft("m-fresh", false, kept);
    expect(state.cv).toEqual({
      ...kept,
      lastModified: 0,
      address: "/-/applications/m-fresh/cv/7",
      isHeld: true,
    });
    expect(state.view.heldCv).toEqual(kept);
  });
});

describe("a draft in storage", () => {
  const taken = { ...fresh, at: stored.at, view };

  test("begins with what was entered before the form opened", () => {
    const [state, ...effects] = opened(fresh, entered);
    expect(state.at).toBe(entered.now);
    expect(effects).toEqual([["write", undefined]]);
    expect(opened(fresh, nothing)).toEqual([fresh]);
  });

  test("comes back into a form that has opened, but for what was entered there", () => {
    const facts = { ...there, entered: { phone: "612" } };
    expect(opened(fresh, facts)).toEqual([
      { ...taken, found: stored },
      ["fill", { first_name: "Ana", phone: "612" }],
    ]);
    const [, ...effects] = opened(fresh, { ...entered, stored });
    expect(effects).toEqual([["fill", { first_name: "Eva" }]]);
  });

  test("comes back as one that is not being sent", () => {
    const cutOff = { ...stored, submittedAt: NOW };
    const [state] = opened(fresh, { ...nothing, stored: cutOff });
    expect(state.submittedAt).toBeUndefined();
    expect(state.found?.submittedAt).toBe(NOW);
  });

  test.each([
    ["that the server holds is shown", onServer, nothing, true],
    ["that it does not hold is not", onItsWay, nothing, false],
    ["is not shown where another one is chosen", onServer, withFile, false],
  ])("comes back with its CV, which %s", (_, cv, facts, isShown) => {
    const [state] = opened(fresh, { ...facts, stored: { ...stored, cv } });
    expect(state.cv).toEqual(cv);
    expect(state.view.heldCv !== undefined).toBe(isShown);
    if (isShown) expect(state.view.heldCv).toMatchObject(heldCv);
  });

  test.each([
    ["that is not there", fresh, nothing],
    ["of a form with an answer in it", freshDraft("m-fresh", false), there],
  ])("does not come back: one %s", (_, state, facts) => {
    expect(opened(state, facts)).toEqual([state]);
  });

  test.each([
    ["something is entered", { ...entered, stored }],
    ["a file is chosen", { ...withFile, stored }],
  ])("is this tab's too as soon as %s", (_, facts) => {
    const [state] = joined(fresh, facts);
    expect(state).toMatchObject({ at: stored.at, view });
  });

  test.each([
    ["nothing is entered", fresh, there],
    ["this tab has kept its own", kept, { ...entered, stored }],
    ["there is an answer in the form", freshDraft("m-fresh", false), { ...entered, stored }],
    ["there is none", fresh, entered],
  ])("is not joined where %s", (_, state, facts) => {
    expect(joined(state, facts)).toEqual([state]);
  });
});

describe("a submit that was cut off", () => {
  const found = (submittedAt?: number): DraftState => ({
    ...fresh,
    found: { ...stored, submittedAt },
  });

  test.each([
    ["within the hour is made again", found(NOW - HOUR + 1), true],
    ["an hour ago is not", found(NOW - HOUR), false],
    ["that never was is not", found(), false],
    ["of a form that found no draft is not", fresh, false],
  ])("%s", (_, state, isOne) => {
    expect(isCutOff(state, nothing)).toBe(isOne);
  });
});

describe("the CV of a draft that comes back", () => {
  const back: DraftState = { ...kept, found: stored, view: { ...view, heldCv } };

  test.each([
    ["is looked for", back, nothing, false, true],
    ["is not looked for where it was sent: the server knows", back, nothing, true, false],
    [
      "is looked for in the browser even then, if it did not go up",
      { ...back, cv: onItsWay },
      nothing,
      true,
      true,
    ],
    ["is not looked for where another one is chosen", back, withFile, false, false],
    ["is not looked for where nothing comes back any more", kept, nothing, false, false],
    ["is not looked for where there is none", { ...back, cv: undefined }, nothing, false, false],
  ])("%s", (_, state, facts, isSentAgain, isLookedFor) => {
    const cv = cvToLookFor(state, facts, isSentAgain);
    expect(cv).toBe(isLookedFor ? state.cv : undefined);
  });

  test("that the server holds changes nothing", () => {
    expect(cvLookedFor(back, nothing, true)).toEqual([back]);
  });

  test("that the browser has is chosen again", () => {
    expect(cvLookedFor(back, nothing, file)).toEqual([back, ["choose", file]]);
  });

  test.each([false, undefined])("that nobody has is said to be gone: %s", (answer) => {
    expect(cvLookedFor(back, entered, answer)).toEqual([
      { ...back, at: NOW, cv: undefined, isTyping: false, view: { ...view, isCvGone: true } },
      ["write", undefined],
    ]);
  });

  test.each([
    ["another one was chosen", back, withFile],
    ["the draft was cleared or sent", kept, nothing],
  ])("is not missed where %s meanwhile", (_, state, facts) => {
    expect(cvLookedFor(state, facts, false)).toEqual([state]);
    expect(cvLookedFor(state, facts, file)).toEqual([state]);
  });

  test.each([
    ["is filled in once more when the form has drawn it", false, false, []],
    ["is sent again", true, false, [["submit"]]],
    ["is not sent again without its CV", true, true, []],
  ])("with all the rest %s", (_, isSentAgain, isCvGone, others) => {
    const state = { ...back, view: { ...view, isCvGone } };
    expect(restored(state, entered, isSentAgain)).toEqual([
      { ...state, found: undefined },
      ["fill", { first_name: "Eva" }],
      ...others,
    ]);
  });

  test("and was cleared meanwhile is neither filled in nor sent", () => {
    expect(restored(kept, nothing, true)).toEqual([kept]);
  });
});

describe("what is typed", () => {
  const typing = typed(fresh);

  test("is kept when the typing pauses, and once", () => {
    const [state, ...effects] = paused(typing, entered);
    expect(state).toEqual({ ...fresh, isTyping: false, at: NOW });
    expect(effects).toEqual([["write", undefined]]);
    expect(paused(state, entered)).toEqual([state]);
  });

  test("is removed when it is deleted again, unless there is a CV", () => {
    const emptied = typed({ ...kept, cv: undefined });
    expect(paused(emptied, nothing)).toEqual([{ ...emptied, isTyping: false, at: 0 }, ["remove"]]);
    expect(paused(typed(kept), nothing)).toEqual([
      { ...kept, isTyping: false, at: NOW },
      ["write", undefined],
    ]);
  });

  test("and is nothing has no say in what other tabs have", () => {
    expect(paused(typing, there)).toEqual([{ ...fresh, isTyping: false }]);
  });

  test("is kept at once when the page is left; where nothing is, nothing", () => {
    const leaving = { ...fresh, isLeaving: true };
    expect(left(typing, entered)).toEqual([
      { ...leaving, isTyping: false, at: NOW },
      ["write", undefined],
    ]);
    expect(left(fresh, entered)).toEqual([leaving]);
  });
});

describe("a CV that is chosen", () => {
  test("is kept with its file, and is gone no more", () => {
    const state = { ...fresh, view: { ...fresh.view, isCvGone: true } };
    expect(cvChosen(state, withFile, file)).toEqual([
      { ...fresh, at: NOW, isTyping: false, cv: { ...marks, isHeld: false } },
      ["write", file],
    ]);
  });

  test.each<[string, DraftState, Draft | undefined, string | undefined]>([
    ["nowhere yet", fresh, undefined, undefined],
    ["where it has begun here", { ...fresh, cv: onItsWay }, undefined, onItsWay.address],
    ["where another tab has begun", fresh, { ...stored, cv: onServer }, address],
    [
      "where another tab has begun last",
      { ...fresh, cv: onItsWay },
      { ...stored, cv: onServer },
      address,
    ],
    [
      "where it has begun here, whatever file another tab has",
      { ...fresh, cv: onItsWay },
      { ...stored, cv: { ...onServer, size: 9 } },
      onItsWay.address,
    ],
    [
      "elsewhere than another file",
      { ...fresh, cv: { ...onItsWay, size: 9 } },
      undefined,
      undefined,
    ],
  ])("goes up %s", (_, state, draft, expected) => {
    const facts = { ...withFile, stored: draft };
    expect(addressOf(state, facts, file)).toBe(expected);
    expect(cvChosen(state, facts, file)[0].cv?.address).toBe(expected);
  });

  const other = new File(["other"], "other.pdf", { lastModified: 56 });

  test("leaves the one that the server holds in its place until it has come up", () => {
    const shows = { ...kept, view: { ...view, heldCv } };
    const [chosen] = cvChosen(shows, withFile, other);
    expect(chosen).toMatchObject({ heldBefore: onServer, view: { heldCv } });
    const [going, ...effects] = cvAt(chosen, withFile, "/-/applications/m-kept/cv/9", false);
    expect(going).toMatchObject({ heldBefore: onServer, view: { heldCv } });
    expect(going.cv).toMatchObject({ address: "/-/applications/m-kept/cv/9", isHeld: false });
    expect(effects).toEqual([["write", undefined]]);
    expect(cvAt(going, withFile, "/-/applications/m-kept/cv/9", true)).toEqual([
      {
        ...going,
        view: { ...view, heldCv: undefined },
        heldBefore: undefined,
        cv: { ...going.cv, isHeld: true },
      },
      ["write", undefined],
      ["removeFile"],
    ]);
  });

  test("and is the one that the server holds is not held twice", () => {
    const [chosen] = cvChosen(kept, withFile, file);
    expect(chosen.heldBefore).toBeUndefined();
  });

  test("in place of one that is on its way takes only the held one's place", () => {
    const state = { ...kept, cv: onItsWay, heldBefore: onServer };
    expect(cvChosen(state, withFile, other)[0].heldBefore).toEqual(onServer);
  });

  test("and taken away again leaves what the server held before, once", () => {
    const [state, ...effects] = cvDropped({ ...kept, cv: onItsWay, heldBefore: onServer }, nothing);
    expect(state).toMatchObject({ cv: onServer, heldBefore: undefined });
    expect(effects).toEqual([["write", undefined], ["removeFile"]]);
    const [again, ...others] = cvDropped(state, nothing);
    expect(again).toMatchObject({ cv: undefined, at: 0 });
    expect(others).toEqual([["remove"], ["removeFile"]]);
  });

  test("and forgotten meanwhile comes up for nobody", () => {
    expect(cvAt(fresh, entered, address, true)).toEqual([fresh]);
  });
});

describe("a CV that the server holds no more", () => {
  const shows = { ...kept, view: { ...view, heldCv } };

  test("is not the draft's any more", () => {
    const [state, ...effects] = cvForgotten(shows, entered);
    expect(state).toMatchObject({ cv: undefined, view: { heldCv: undefined } });
    expect(effects).toEqual([["write", undefined]]);
  });

  test.each([
    ["there is none", undefined],
    ["another one is on its way", onItsWay],
  ])("is only not shown where %s", (_, cv) => {
    const [state, ...effects] = cvForgotten({ ...shows, cv }, entered);
    expect(state).toMatchObject({ view: { heldCv: undefined } });
    expect(state.cv).toBe(cv);
    expect(effects).toEqual([]);
  });
});

describe("a submit", () => {
  test("is kept from when it begins until it ends", () => {
    const [state, ...effects] = submitting(kept, entered, true);
    expect(state).toMatchObject({ isSubmitting: true, submittedAt: NOW, at: NOW });
    expect(effects).toEqual([["write", undefined]]);
    const [after] = submitting(state, entered, false);
    expect(after.isSubmitting).toBe(false);
    expect(after.submittedAt).toBeUndefined();
  });

  test("may be a refusal: why is kept until it is mended, sent again, or comes back", () => {
    const refusal = { errors: { phone: "Blocked", cv: "Too large" }, message: "Not so" };
    const [refused, ...effects] = submitting(kept, entered, false, refusal);
    expect(effects).toEqual([["write", undefined]]);
    expect(refused.refusal).toEqual(refusal);
    const [right] = mended(refused, entered, "phone");
    expect(right.refusal).toEqual({ errors: { cv: "Too large" }, message: "Not so" });
    expect(mended(kept, entered, "phone")).toEqual([kept]);
    expect(submitting(refused, entered, true)[0].refusal).toBeUndefined();
    const [back] = opened(fresh, { ...nothing, stored: { ...stored, refusal } });
    expect(back).toMatchObject({ refusal, view: { refusal } });
  });

  test("that breaks off as the page is left has not ended", () => {
    const state = { ...kept, isSubmitting: true, submittedAt: NOW, isLeaving: true };
    expect(submitting(state, entered, false)).toEqual([state]);
  });
});

describe("what another tab does", () => {
  const theirs: Facts = { ...there, stored: { ...stored, applicationId: "a-theirs" } };

  test("is shown here, and a file that it does not have is taken out", () => {
    expect(followed(fresh, { ...there, entered: { phone: "612" } })).toEqual([
      { ...fresh, at: stored.at, view },
      ["fill", { first_name: "Ana" }],
      ["choose"],
    ]);
    const [, ...effects] = followed(fresh, { ...there, stored: { ...stored, cv: onServer } });
    expect(effects).toEqual([["fill", { first_name: "Ana" }]]);
  });

  test.each([
    ["typing", { isTyping: true }],
    ["sending", { isSubmitting: true }],
    ["done", { isOver: true }],
  ])("changes nothing in a tab that is %s", (_, changes) => {
    const state = { ...kept, ...changes };
    expect(followed(state, theirs)).toEqual([state]);
  });

  test("under a larger id gives way to what is kept here", () => {
    const facts = { ...entered, stored: { ...stored, applicationId: "z-theirs" } };
    expect(followed(kept, facts)).toEqual([
      { ...kept, at: NOW, isTyping: false },
      ["write", undefined],
    ]);
    expect(followed(fresh, facts)[0].view.applicationId).toBe("z-theirs");
  });

  test.each(["a-theirs", "m-fresh"])(
    "under the same id or a smaller one is this tab's: %s",
    (id) => {
      const facts = { ...entered, stored: { ...stored, applicationId: id } };
      expect(followed(kept, facts)[0]).toMatchObject({
        at: stored.at,
        view: { applicationId: id },
      });
    },
  );

  test("when it clears the draft empties what is kept here, and nothing else", () => {
    const state = { ...kept, view, heldBefore: onServer, found: stored, isLeaving: true };
    expect(followed(state, nothing)).toEqual([
      { ...fresh, isLeaving: true },
      ["fill", {}],
      ["choose"],
    ]);
    expect(followed(fresh, nothing)).toEqual([fresh]);
  });
});

describe("a page that is shown", () => {
  const away = { ...fresh, isLeaving: true };
  const back = { ...fresh, isLeaving: false };

  test("again from the browser's memory catches up", () => {
    const [state] = shown(away, there, true);
    expect(state).toEqual({ ...back, at: stored.at, view });
  });

  test.each([
    ["for the first time", away, there, false, back],
    [
      "again, where nothing is stored,",
      { ...kept, isLeaving: true },
      nothing,
      true,
      { ...kept, isLeaving: false },
    ],
  ])("%s keeps what it has", (_, state, facts, isFromMemory, after) => {
    expect(shown(state, facts, isFromMemory)).toEqual([after]);
  });
});

describe("a draft that is cleared", () => {
  test("is gone everywhere; a submit is under way until it ends", () => {
    const state = { ...kept, view, isTyping: true, isSubmitting: true, submittedAt: NOW };
    expect(cleared(state)).toEqual([
      { ...fresh, isSubmitting: true },
      ["fill", {}],
      ["choose"],
      ["remove"],
      ["forget", address],
    ]);
    expect(cleared(fresh)).toContainEqual(["forget", undefined]);
  });
});

test("a submit that was cut off is not made again with what another tab has entered since", () => {
  const submittedAt = NOW - 1;
  const [found] = opened(fresh, { ...nothing, stored: { ...stored, submittedAt } });
  const [empty] = cleared(found);
  const [state] = joined(empty, { ...entered, stored });
  expect(restored(state, entered, true)).toEqual([state]);
});

describe("a draft that was sent", () => {
  const over = { ...kept, isSubmitting: false, isOver: true };

  test("is removed, and comes back no further", () => {
    const state = { ...kept, found: stored, isSubmitting: true };
    expect(sent(state, entered, false)).toEqual([over, ["remove"]]);
  });

  test("stays while it is on its way, for its receipt", () => {
    expect(sent({ ...kept, isSubmitting: true }, entered, true)).toEqual([over]);
  });

  test("is not kept again", () => {
    expect(paused(typed(over), entered)).toEqual([typed(over)]);
  });
});
