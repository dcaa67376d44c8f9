/**
 * Seeds that break an invariant when the fault is put back that is named, and are always run. A seed
 * stands for its schedule only as long as the simulator draws the same numbers (found.md).
 */
export const kept: readonly { seed: number; found: string }[] = [
  { seed: 41, found: "a 409 while the application is still being processed" },
  { seed: 3, found: "a maintenance page that is a 200" },
  { seed: 14, found: "a first attempt's 421, told as a refusal" },
  { seed: 61, found: "given up because an outage said something" },
  { seed: 83, found: "given up after 408 and 421" },
  { seed: 75, found: "RETRY_AMBIGUOUS=off: a 308 is repeated" },
  { seed: 417, found: "RETRY_AMBIGUOUS=off: a 500 with detail is repeated" },
  { seed: 80, found: "a crowd behind one Retry-After comes back within a second" },
  { seed: 10, found: "a Retry-After of days is obeyed to the letter" },
  { seed: 741, found: "RETRY_AMBIGUOUS=off: the Worker's own repeat, after a crash, sends again" },
  { seed: 113, found: "DELIVER_LATER=off: told received after a crash, then let go" },
  { seed: 92, found: "the same: its receipt vanishes" },
  { seed: 848, found: "DELIVER_LATER=off: a 409 while processing, told as already applied" },
  {
    seed: 153,
    found: "unconfirmed, sent again by an operator, unconfirmed again: not listed any more",
  },
  { seed: 3170, found: "made anew in an alarm, and crashed before the alarm was set again" },
];
