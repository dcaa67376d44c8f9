/** Replaces the class from `cloudflare:workers` in the simulator. */
export class DurableObject {
  constructor(
    readonly ctx: unknown,
    readonly env: unknown,
  ) {}
}

export class WorkerEntrypoint extends DurableObject {}

export const env = {};
