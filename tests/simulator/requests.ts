import {
  createApplications,
  type Applications,
} from "~/app/application/delivery/applications.server";
import type { Random } from "./random";
import { Process } from "./scheduler";
import type { World } from "./world";

export class Requests {
  /** @param random decides which requests crash */
  constructor(
    private readonly world: World,
    private readonly random: Random,
  ) {}

  /** @returns undefined if the request fails or its Worker crashes */
  send<T>(
    person: Process,
    label: string,
    work: (site: Applications) => Promise<T>,
  ): Promise<T | undefined> {
    const { scheduler, env, latency, crashes } = this.world;
    const worker = new Process(`${person.name}'s Worker`);
    return new Promise((resolve) => {
      const end = (value: T | undefined, word: string) =>
        scheduler.schedule(person, latency(), `${person.name}: ${word}`, () => resolve(value));
      scheduler.schedule(worker, latency(), `${person.name} ${label}`, () => {
        const site = createApplications(env);
        work(site).then(
          (value) => {
            worker.end();
            end(value, JSON.stringify(value ?? null).slice(0, 120));
          },
          (error: unknown) => {
            worker.end();
            end(undefined, `an error (${String(error)})`);
          },
        );
      });
      if (!this.random.chance(crashes)) return;
      scheduler.schedule(scheduler.world, this.random.time(1, 20_000), "", () => {
        if (!worker.isAlive) return;
        worker.end();
        end(undefined, "the Worker crashes");
      });
    });
  }
}
