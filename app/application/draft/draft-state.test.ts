// One table of what happens to a draft, from each state that it can be in.
import { expect, test } from "vitest";
import type { NamedCv } from "../model/application";
import type { Draft, DraftCv } from "./draft";
import { addressOf, cleared, cvAt, cvChosen, cvDropped, cvForgotten } from "./draft-state";
import { cvLookedFor, cvToLookFor, followed, freshDraft, isCutOff, joined } from "./draft-state";
import { left, mended, opened, paused, restored, sent, shown, submitting } from "./draft-state";
import { typed, type DraftState, type Facts, type Step } from "./draft-state";

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

/** A step that keeps the draft of a state, with a file. */
const keeping = (state: DraftState, file?: File): Step => [
  { ...state, isTyping: false, at: NOW },
  ["write", file],
];

const answered = freshDraft("m-fresh", false);
const taken = { ...fresh, at: stored.at, view };
const back: DraftState = { ...kept, found: stored, view: { ...view, heldCv } };
const gone = { ...fresh, view: { ...fresh.view, isCvGone: true } };
const shows = { ...kept, view: { ...view, heldCv } };
const going = { ...kept, cv: onItsWay, heldBefore: onServer };
const typing = typed(fresh);
const leaving = { ...fresh, isLeaving: true };
const over = { ...kept, isSubmitting: false, isOver: true };
const theirs = (applicationId: string): Facts => ({
  ...entered,
  stored: { ...stored, applicationId },
});
const named = (applicationId: string) => ({ ...view, applicationId });
const other = new File(["other"], "other.pdf", { lastModified: 56 });
const chosen = { name: "other.pdf", size: 5, lastModified: 56, isHeld: false };

test("a fresh form has nothing that is kept, but the CV that the server holds", () => {
  const none = { applicationId: "m-fresh", isRestored: false, isCvGone: false };
  expect(fresh).toEqual({ freshId: "m-fresh", isFresh: true, at: 0, view: none });
  const named = { ...heldCv, kept: "Until Monday" };
  const address = "/-/applications/m-fresh/cv/7";
  expect(freshDraft("m-fresh", false, named)).toMatchObject({
    cv: { ...named, lastModified: 0, address, isHeld: true },
    view: { heldCv: named },
  });
});

test.each<[what: string, step: () => Step, expected: Step]>([
  // The form opens.
  ["what was entered before begins a draft", () => opened(fresh, entered), keeping(fresh)],
  ["nothing begins none", () => opened(fresh, nothing), [fresh]],
  ["a form with an answer finds none", () => opened(answered, there), [answered]],
  [
    "a stored draft comes back, but for what was entered",
    () => opened(fresh, { ...there, entered: { phone: "612" } }),
    [{ ...taken, found: stored }, ["fill", { first_name: "Ana", phone: "612" }]],
  ],
  [
    "what was entered goes before what is stored",
    () => opened(fresh, { ...entered, stored }),
    [{ ...taken, found: stored }, ["fill", { first_name: "Eva" }]],
  ],
  [
    "a stored draft comes back as one that is not being sent",
    () => opened(fresh, { ...nothing, stored: { ...stored, submittedAt: NOW } }),
    [{ ...taken, found: { ...stored, submittedAt: NOW } }, ["fill", { first_name: "Ana" }]],
  ],
  // Another tab's draft is joined.
  ["nothing is entered", () => joined(fresh, there), [fresh]],
  ["this tab has its own", () => joined(kept, { ...entered, stored }), [kept]],
  ["the form has an answer", () => joined(answered, { ...entered, stored }), [answered]],
  ["there is nothing to join", () => joined(fresh, entered), [fresh]],
  [
    "something is entered",
    () => joined(fresh, { ...entered, stored }),
    [taken, ["fill", { first_name: "Eva" }]],
  ],
  [
    "a file is chosen",
    () => joined(fresh, { ...withFile, stored }),
    [taken, ["fill", { first_name: "Ana" }]],
  ],
  // The CV of a draft that comes back is looked for.
  ["the server holds it", () => cvLookedFor(back, nothing, true), [back]],
  ["the browser has it", () => cvLookedFor(back, nothing, file), [back, ["choose", file]]],
  ...[false, undefined].map((answer): [string, () => Step, Step] => [
    `nobody has it: ${answer}`,
    () => cvLookedFor(back, entered, answer),
    keeping({ ...back, cv: undefined, view: { ...view, isCvGone: true } }),
  ]),
  ["another one was chosen", () => cvLookedFor(back, withFile, false), [back]],
  ["another one was chosen, and it is here", () => cvLookedFor(back, withFile, file), [back]],
  ["the draft was cleared", () => cvLookedFor(kept, nothing, false), [kept]],
  ["the draft was cleared, and it is here", () => cvLookedFor(kept, nothing, file), [kept]],
  // The rest comes back.
  ["cleared meanwhile, it is not sent", () => restored(kept, nothing, true), [kept]],
  [
    "it is filled in once more",
    () => restored(back, entered, false),
    [{ ...back, found: undefined }, ["fill", { first_name: "Eva" }]],
  ],
  [
    "it is sent again",
    () => restored(back, entered, true),
    [{ ...back, found: undefined }, ["fill", { first_name: "Eva" }], ["submit"]],
  ],
  [
    "it is not sent again without its CV",
    () => restored({ ...back, view: gone.view }, entered, true),
    [{ ...back, found: undefined, view: gone.view }, ["fill", { first_name: "Eva" }]],
  ],
  // Something is typed.
  ["it is kept when the typing pauses", () => paused(typing, entered), keeping(fresh)],
  ["and once", () => paused(kept, entered), [kept]],
  [
    "it is removed when it is deleted again",
    () => paused(typed({ ...kept, cv: undefined }), nothing),
    [{ ...kept, cv: undefined, isTyping: false, at: 0 }, ["remove"]],
  ],
  ["a CV stays when it is deleted", () => paused(typed(kept), nothing), keeping(kept)],
  [
    "nothing has no say in what others have",
    () => paused(typing, there),
    [{ ...fresh, isTyping: false }],
  ],
  ["it is kept at once when the page is left", () => left(typing, entered), keeping(leaving)],
  ["nothing is not", () => left(fresh, entered), [leaving]],
  // A CV is chosen.
  [
    "it is kept with its file, and is gone no more",
    () => cvChosen(gone, withFile, file),
    keeping({ ...fresh, cv: { ...marks, isHeld: false } }, file),
  ],
  [
    "the one that the server holds stays in its place",
    () => cvChosen(shows, withFile, other),
    keeping({ ...shows, heldBefore: onServer, cv: chosen }, other),
  ],
  [
    "the one that the server holds is not held twice",
    () => cvChosen(kept, withFile, file),
    keeping({ ...kept, cv: { ...marks, address, isHeld: false } }, file),
  ],
  [
    "one that is on its way gives way",
    () => cvChosen(going, withFile, other),
    keeping({ ...going, cv: chosen }, other),
  ],
  [
    "it is on its way",
    () => cvAt({ ...shows, cv: chosen, heldBefore: onServer }, withFile, "/a/9", false),
    keeping({ ...shows, heldBefore: onServer, cv: { ...chosen, address: "/a/9" } }),
  ],
  [
    "it has come up",
    () => cvAt({ ...shows, cv: onItsWay, heldBefore: onServer }, withFile, address, true),
    [...keeping({ ...kept, view, cv: { ...onItsWay, address, isHeld: true } }), ["removeFile"]],
  ],
  [
    "forgotten meanwhile, it comes up for nobody",
    () => cvAt(fresh, entered, address, true),
    [fresh],
  ],
  [
    "taken away, it leaves what the server held before",
    () => cvDropped(going, nothing),
    [...keeping({ ...kept, cv: onServer }), ["removeFile"]],
  ],
  [
    "taken away, it leaves nothing where there was none",
    () => cvDropped(kept, nothing),
    [{ ...kept, cv: undefined, at: 0, isTyping: false }, ["remove"], ["removeFile"]],
  ],
  // The server holds a CV no more.
  [
    "it is not the draft's any more",
    () => cvForgotten(shows, entered),
    keeping({ ...shows, view, cv: undefined }),
  ],
  [
    "it is not shown where there is none",
    () => cvForgotten({ ...shows, cv: undefined }, entered),
    [{ ...shows, view, cv: undefined }],
  ],
  [
    "it is not shown while another one is on its way",
    () => cvForgotten({ ...shows, cv: onItsWay }, entered),
    [{ ...shows, view, cv: onItsWay }],
  ],
  // It is sent.
  [
    "a submit is kept when it begins",
    () => submitting(kept, entered, true),
    keeping({ ...kept, isSubmitting: true, submittedAt: NOW }),
  ],
  [
    "and when it ends",
    () => submitting({ ...kept, isSubmitting: true, submittedAt: NOW }, entered, false),
    keeping({ ...kept, isSubmitting: false }),
  ],
  [
    "what breaks off as the page is left goes on",
    () => submitting(leaving, entered, false),
    [leaving],
  ],
  [
    "it is removed, and comes back no further",
    () => sent({ ...kept, found: stored, isSubmitting: true }, entered, false),
    [over, ["remove"]],
  ],
  ["it stays on its way", () => sent({ ...kept, isSubmitting: true }, entered, true), [over]],
  ["it is not kept again", () => paused(typed(over), entered), [typed(over)]],
  // Another tab changes it.
  [
    "a file that it does not have is taken out",
    () => followed(fresh, { ...there, entered: { phone: "612" } }),
    [taken, ["fill", { first_name: "Ana" }], ["choose"]],
  ],
  [
    "a file that it has stays",
    () => followed(fresh, { ...withFile, stored: { ...stored, cv: onServer } }),
    [{ ...taken, cv: onServer }, ["fill", { first_name: "Ana" }]],
  ],
  ...[{ isTyping: true }, { isSubmitting: true }, { isOver: true }].map(
    (busy): [string, () => Step, Step] => [
      `nothing changes here: ${JSON.stringify(busy)}`,
      () => followed({ ...kept, ...busy }, theirs("a-theirs")),
      [{ ...kept, ...busy }],
    ],
  ),
  ["a larger id gives way", () => followed(kept, theirs("z-theirs")), keeping(kept)],
  ...[[fresh, "z-theirs"] as const, [kept, "a-theirs"] as const, [kept, "m-fresh"] as const].map(
    ([state, id]): [string, () => Step, Step] => [
      `${id} is this tab's`,
      () => followed(state, theirs(id)),
      [{ ...taken, view: named(id) }, ["fill", { first_name: "Ana" }], ["choose"]],
    ],
  ),
  [
    "it is cleared there, and emptied here",
    () => followed({ ...back, heldBefore: onServer, isLeaving: true }, nothing),
    [leaving, ["fill", {}], ["choose"]],
  ],
  ["it is cleared there, and not begun here", () => followed(fresh, nothing), [fresh]],
  // The page is shown.
  [
    "again, it catches up",
    () => shown(leaving, there, true),
    [{ ...taken, isLeaving: false }, ["fill", { first_name: "Ana" }], ["choose"]],
  ],
  ["at first, it does not", () => shown(leaving, there, false), [{ ...fresh, isLeaving: false }]],
  [
    "again, where nothing is stored, it keeps what it has",
    () => shown({ ...kept, isLeaving: true }, nothing, true),
    [{ ...kept, isLeaving: false }],
  ],
  // It is cleared.
  [
    "it is gone everywhere; a submit goes on until it ends",
    () => cleared({ ...back, isTyping: true, isSubmitting: true, submittedAt: NOW }),
    [{ ...fresh, isSubmitting: true }, ["fill", {}], ["choose"], ["remove"], ["forget", address]],
  ],
  [
    "it has no CV to forget",
    () => cleared(fresh),
    [fresh, ["fill", {}], ["choose"], ["remove"], ["forget", undefined]],
  ],
])("%s", (_, step, expected) => {
  expect(step()).toEqual(expected);
});

test.each([
  ["that the server holds is shown", onServer, nothing, true],
  ["that it does not hold is not", onItsWay, nothing, false],
  ["is not shown where another one is chosen", onServer, withFile, false],
])("a stored draft comes back with its CV, which %s", (_, cv, facts, isShown) => {
  const [state] = opened(fresh, { ...facts, stored: { ...stored, cv } });
  expect(state.cv).toEqual(cv);
  if (isShown) expect(state.view.heldCv).toMatchObject(heldCv);
  else expect(state.view.heldCv).toBeUndefined();
});

const found = (submittedAt?: number) => ({ ...fresh, found: { ...stored, submittedAt } });
test.each([
  ["within the hour is made again", found(NOW - HOUR + 1), true],
  ["an hour ago is not", found(NOW - HOUR), false],
  ["that never was is not", found(), false],
  ["of a form that found no draft is not", fresh, false],
])("a submit that was cut off %s", (_, state, isOne) => {
  expect(isCutOff(state, nothing)).toBe(isOne);
});

test.each([
  ["is looked for", back, nothing, false, true],
  ["is not where it was sent: the server knows", back, nothing, true, false],
  ["is even then, if it did not go up", { ...back, cv: onItsWay }, nothing, true, true],
  ["is not where another one is chosen", back, withFile, false, false],
  ["is not where nothing comes back any more", kept, nothing, false, false],
])("the CV of a draft that comes back %s", (_, state, facts, isSentAgain, isLookedFor) => {
  expect(cvToLookFor(state, facts, isSentAgain)).toBe(isLookedFor ? state.cv : undefined);
});

const here = { ...fresh, cv: onItsWay };
test.each<[string, DraftState, DraftCv | undefined, string | undefined]>([
  ["nowhere yet", fresh, undefined, undefined],
  ["where it has begun here", here, undefined, onItsWay.address],
  ["where another tab has begun", fresh, onServer, address],
  ["where another tab has begun last", here, onServer, address],
  ["here, whatever file another tab has", here, { ...onServer, size: 9 }, onItsWay.address],
  ["elsewhere than another file", { ...fresh, cv: { ...onItsWay, size: 9 } }, undefined, undefined],
])("a CV that is chosen goes up %s", (_, state, cv, expected) => {
  const facts = { ...withFile, stored: { ...stored, cv } };
  expect(addressOf(state, facts, file)).toBe(expected);
  expect(cvChosen(state, facts, file)[0].cv?.address).toBe(expected);
});

test("why it was refused is kept until it is mended, sent again, or comes back", () => {
  const refusal = { errors: { phone: "Blocked", cv: "Too large" }, message: "Not so" };
  const [refused, ...effects] = submitting(kept, entered, false, refusal);
  expect([refused.refusal, effects]).toEqual([refusal, [["write", undefined]]]);
  const [right] = mended(refused, entered, "phone");
  expect(right.refusal).toEqual({ errors: { cv: "Too large" }, message: "Not so" });
  expect(mended(kept, entered, "phone")).toEqual([kept]);
  expect(submitting(refused, entered, true)[0].refusal).toBeUndefined();
  const [again] = opened(fresh, { ...nothing, stored: { ...stored, refusal } });
  expect(again).toMatchObject({ refusal, view: { refusal } });
});

test("a submit that was cut off is not made again with what another tab has entered since", () => {
  const [open] = opened(fresh, { ...nothing, stored: { ...stored, submittedAt: NOW - 1 } });
  const [empty] = cleared(open);
  const [state] = joined(empty, { ...entered, stored });
  expect(restored(state, entered, true)).toEqual([state]);
});
