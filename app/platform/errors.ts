/** What can go wrong between us and the hiring platform. */
export type PlatformErrorKind =
  "not-found" | "closed" | "refused" | "unreachable" | "timeout" | "unavailable" | "contract";

interface PlatformErrorFields {
  kind: PlatformErrorKind;
  /** For the log: method and route pattern, status, field paths. Never shown to a candidate. */
  message: string;
  /** The status that the platform answered with, if it answered. */
  status?: number;
  /** The client whose position it is about, where that much is known. */
  clientUuid?: string | undefined;
}

/**
 * The one error that `app/platform` throws. `unavailable` means that the platform answers 503
 * (maintenance); `contract` means that its answer is not what the contract promises.
 */
export class PlatformError extends Error {
  override readonly name = "PlatformError";
  readonly kind: PlatformErrorKind;
  declare readonly status?: number;
  declare readonly clientUuid?: string;

  constructor(fields: PlatformErrorFields, options?: ErrorOptions) {
    super(fields.message, options);
    this.kind = fields.kind;
    if (fields.status !== undefined) this.status = fields.status;
    if (fields.clientUuid !== undefined) this.clientUuid = fields.clientUuid;
  }

  /** The same error, about a position of this client. */
  ofClient(clientUuid: string): PlatformError {
    const { kind, message, status } = this;
    const fields = { kind, message, ...(status === undefined ? {} : { status }), clientUuid };
    return new PlatformError(fields, { cause: this });
  }
}
