/**
 * What can go wrong when we read from the hiring platform. `not-found` and `closed`: what was asked
 * for is not there, or not any more. `unavailable`: the platform is in maintenance (503).
 * `timeout`: it took too long. `contract`: its answer is not what the contract promises.
 * `too-often`: it was not asked, because the visitor's network has asked for too much that is not there.
 * `unreachable`: everything else.
 */
export type PlatformErrorKind =
  | "not-found"
  | "closed"
  | "unreachable"
  | "timeout"
  | "unavailable"
  | "contract"
  | "too-often";

interface PlatformErrorFields {
  kind: PlatformErrorKind;
  /** For the log: method and route pattern, status, field paths. Never shown to a candidate. */
  message: string;
  /** The status that the platform answered with, if it answered. */
  status?: number;
  /** The uuid of the client whose position it is about, where that is known. */
  clientUuid?: string | undefined;
  /** The position that is gone, where its name is known. */
  position?: NamedPosition | undefined;
}

/** What is left of a position that is gone. */
export interface NamedPosition {
  name: string;
  location?: string | undefined;
  contractType?: string | undefined;
}

/** The one error that `app/platform` throws. What a visitor sees of it is decided in `app/edge`. */
export class PlatformError extends Error {
  override readonly name = "PlatformError";
  readonly kind: PlatformErrorKind;
  declare readonly status?: number;
  declare readonly clientUuid?: string;
  declare readonly position?: NamedPosition;

  constructor(fields: PlatformErrorFields, options?: ErrorOptions) {
    super(fields.message, options);
    this.kind = fields.kind;
    if (fields.status !== undefined) this.status = fields.status;
    if (fields.clientUuid !== undefined) this.clientUuid = fields.clientUuid;
    if (fields.position !== undefined) this.position = fields.position;
  }

  /** Whether the platform has answered that what was asked for is not there, or not any more. */
  get isGone(): boolean {
    return this.kind === "not-found" || this.kind === "closed";
  }

  /** The same error, with the uuid of the client whose position it is about, and with that position. */
  ofClient(clientUuid: string, position: NamedPosition | undefined = this.position): PlatformError {
    const { kind, message, status } = this;
    const fields = { kind, message, ...(status === undefined ? {} : { status }) };
    return new PlatformError({ ...fields, clientUuid, position }, { cause: this });
  }
}
