export interface Email {
  /** The same for each attempt: lower-case letters, digits and `_`. */
  id: string;
  /** One address, already checked (`toSendableAddress`). */
  to: string;
  /** Name of the sender. */
  fromName?: string;
  /** The address for replies, if it differs from the sender's address. */
  replyTo?: string;
  /** Whether a person wrote the email, which then has no `Auto-Submitted` (RFC 3834, section 5.2). */
  isByPerson?: boolean;
  subject: string;
  text: string;
  html?: string;
  /** The company's uuid, for the catcher. */
  client: string;
  /** Id of the application. Deleting it also deletes the caught email. */
  application?: string;
}

/** An email with its `Message-ID`, without angle brackets. */
export type Message = Email & { messageId: string };
