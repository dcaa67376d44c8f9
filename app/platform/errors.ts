/**
 * Why a read failed. `not-found`: the company or position is missing. `closed`: the position is no longer open.
 * `gone`: the company no longer exists. `unavailable`: the platform returned 503. `timeout`: the response took too
 * long. `contract`: the response breaks the contract. `too-often`: nothing was read, because the visitor's network
 * is over its limit. `unreachable`: any other failure.
 */
export type PlatformErrorKind =
  | "not-found"
  | "closed"
  | "gone"
  | "unreachable"
  | "timeout"
  | "unavailable"
  | "contract"
  | "too-often";

interface PlatformErrorFields {
  kind: PlatformErrorKind;
  /** A message for the log. Candidates never see it. */
  message: string;
  status?: number;
  clientUuid?: string | undefined;
  /** The missing or closed position, if its name is known. */
  position?: NamedPosition | undefined;
}

export interface NamedPosition {
  name: string;
  location?: string | undefined;
  contractType?: string | undefined;
}

/** A failed read. `app/edge` converts the error to a status and a screen. */
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

  get isGone(): boolean {
    return this.kind === "not-found" || this.isFinal;
  }

  /** Whether the platform reported a permanent removal. A 404 might be a mistake. */
  get isFinal(): boolean {
    return this.kind === "closed" || this.kind === "gone";
  }

  /** Copies the error, and adds the position and the uuid of its client. */
  withClient(
    clientUuid: string,
    position: NamedPosition | undefined = this.position,
  ): PlatformError {
    const { kind, message, status } = this;
    const fields = { kind, message, ...(status === undefined ? {} : { status }) };
    return new PlatformError({ ...fields, clientUuid, position }, { cause: this });
  }
}
