import { expect, test } from "vitest";
import { live } from "./schedule";

test("look", async () => {
  const found = new Map<string, string[]>();
  const start = performance.now();
  let events = 0;
  const from = Number(process.env.SEED ?? 1),
    n = Number(process.env.N ?? 300);
  for (let seed = from; seed < from + n; seed += 1) {
    const schedule = await live(seed, { isTraced: n === 1 });
    events += schedule.events;
    if (n === 1) process.stdout.write(schedule.trace.join("\n") + "\n");
    if (schedule.broken) {
      const { invariant, about } = schedule.broken;
      found.set(invariant, [...(found.get(invariant) ?? []), `${seed} ${about}`]);
    }
  }
  for (const [invariant, all] of found)
    process.stdout.write(`${invariant}: ${all.length}\n  ${all.slice(0, 4).join("\n  ")}\n`);
  const ms = performance.now() - start;
  process.stdout.write(`${(ms / n).toFixed(2)} ms each, ${events / n} events\n`);
  expect(1).toBe(1);
}, 600_000);
