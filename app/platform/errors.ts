/** What can go wrong between us and the hiring platform. */
export const platformErrorKinds = [
  "not-found",
  "closed",
  "refused",
  "unreachable",
  "timeout",
  "unavailable",
  "contract",
] as const;

export type PlatformErrorKind = (typeof platformErrorKinds)[number];

export interface PlatformErrorFields {
  kind: PlatformErrorKind;
  /** For the log: method and route pattern, status, field paths. Never shown to a candidate. */
  message: string;
  /** The status that the platform answered with, if it answered. */
  status?: number;
  /** What the platform says to the candidate: text, at most 500 characters. */
  detail?: string;
}

/**
 * The one error that `app/platform` throws. `unavailable` means that the platform answers 503
 * (maintenance); `contract` means that its answer is not what the contract promises.
 */
export class PlatformError extends Error {
  override readonly name = "PlatformError";
  readonly kind: PlatformErrorKind;
  declare readonly status?: number;
  declare readonly detail?: string;

  constructor(fields: PlatformErrorFields, options?: ErrorOptions) {
    super(fields.message, options);
    this.kind = fields.kind;
    if (fields.status !== undefined) this.status = fields.status;
    if (fields.detail !== undefined) this.detail = fields.detail;
  }

  /** Plain fields, for a boundary that keeps no classes (a Durable Object's RPC, JSON). */
  toJSON(): PlatformErrorFields {
    return {
      kind: this.kind,
      message: this.message,
      ...(this.status !== undefined && { status: this.status }),
      ...(this.detail !== undefined && { detail: this.detail }),
    };
  }

  /** The error again from what `toJSON` gave, or from what an RPC left of it; else undefined. */
  static from(value: unknown): PlatformError | undefined {
    if (value instanceof PlatformError) return value;
    if (typeof value !== "object" || value === null || !("kind" in value)) return undefined;
    const kind = platformErrorKinds.find((known) => known === value.kind);
    if (kind === undefined) return undefined;
    return new PlatformError({
      kind,
      message: "message" in value && typeof value.message === "string" ? value.message : kind,
      ...("status" in value && typeof value.status === "number" && { status: value.status }),
      ...("detail" in value && typeof value.detail === "string" && { detail: value.detail }),
    });
  }
}
