/** What `cloudflare:workers` is in the simulator: an object is given its context and environment. */
export class DurableObject {
  constructor(
    readonly ctx: unknown,
    readonly env: unknown,
  ) {}
}

export class WorkerEntrypoint extends DurableObject {}

export const env = {};
