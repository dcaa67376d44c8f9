import { describe, expect, test } from "vitest";
import { dropped, onSubmit } from "./lifecycle";
import type { Failed } from "./state";
import {
  accepted,
  after,
  first,
  gone,
  held,
  later,
  no,
  SENT_AT,
} from "../../../tests/support/lifecycle-states";

describe("a form that is submitted", () => {
  const sent = { digest: "digest", files: "none" } as const;
  const [failed, givenUp] = [
    after(later(gone, no), no),
    dropped(after(later(gone, no), no) as Failed, SENT_AT),
  ];
  const delivered = after(first(), accepted);

  test.each([
    ["for the first time is sent", held, sent, undefined, "first"],
    ["with the CV that is held is sent", held, { ...sent, files: "held" }, undefined, "first"],
    ["with a CV that is gone is not", held, { ...sent, files: "gone" }, undefined, "cv-gone"],
    [
      "with a CV that was sent, and is not held again, is not",
      held,
      { ...sent, files: "sent" },
      undefined,
      "cv-gone",
    ],
    ["while the same is being sent joins it", first(), sent, "digest", "joins"],
    [
      "while something else is being sent is another one",
      first(),
      { ...sent, digest: "b" },
      "digest",
      "taken",
    ],
    [
      "which counts on the CV of what is being sent is not",
      first(),
      { digest: "b", files: "sent" },
      "digest",
      "cv-gone",
    ],
    ["again is answered as before", delivered, sent, undefined, "answered"],
    [
      "again, with the file that was lost, corrects it",
      { ...failed, reason: "file-lost" } as Failed,
      { ...sent, files: "held" },
      undefined,
      "first",
    ],
    [
      "again with the CV that was sent is answered as before",
      delivered,
      { ...sent, files: "sent" },
      undefined,
      "answered",
    ],
    [
      "again while it waits is answered as before",
      after(first(), gone),
      sent,
      undefined,
      "answered",
    ],
    ["with other contents is another one", delivered, { ...sent, digest: "b" }, undefined, "taken"],
    [
      "with other contents and the CV that was sent is not",
      delivered,
      { digest: "b", files: "sent" },
      undefined,
      "cv-gone",
    ],
    [
      "which corrects what was refused is sent in its place",
      failed,
      { digest: "b", files: "held", isCorrection: true },
      undefined,
      "first",
    ],
    [
      "which corrects what was refused, with the CV of before, is sent in its place",
      failed,
      { digest: "b", files: "sent", isCorrection: true },
      undefined,
      "first",
    ],
    [
      "which corrects nothing that was refused is another one",
      delivered,
      { digest: "b", files: "held", isCorrection: true },
      undefined,
      "taken",
    ],
    [
      "with other contents, of a form that was not given back, is another one",
      failed,
      { digest: "b", files: "held" },
      undefined,
      "taken",
    ],
    [
      "by the Worker itself, after its attempt was cut off, is left to its candidate",
      { ...held, lostAt: SENT_AT },
      { ...sent, isRepeat: true },
      undefined,
      "cut",
    ],
    [
      "by its candidate, after its attempt was cut off, is sent",
      { ...held, lostAt: SENT_AT },
      sent,
      undefined,
      "first",
    ],
    [
      "by the Worker itself, which nothing was made of, is sent",
      held,
      { ...sent, isRepeat: true },
      undefined,
      "first",
    ],
    [
      "by the Worker itself after it failed is answered as before",
      failed,
      { ...sent, isRepeat: true },
      undefined,
      "answered",
    ],
    [
      "again after it may have arrived, where that is not repeated, is answered as before",
      after(first(), gone, { RETRY_AMBIGUOUS: "off" }),
      sent,
      undefined,
      "answered",
    ],
    ["again after it failed is sent again", failed, sent, undefined, "again"],
    ["again after it was dropped is sent for the first time", givenUp, sent, undefined, "first"],
    [
      "again after it was dropped, with the CV that was sent, is not",
      givenUp,
      { ...sent, files: "sent" },
      undefined,
      "cv-gone",
    ],
  ] as const)("%s", (_, state, submitted, underWay, becomes) => {
    expect(onSubmit(state, submitted, underWay)).toBe(becomes);
  });
});
