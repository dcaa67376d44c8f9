// What the embedded platform uses of Node and nodemailer. Their published types would add Node's globals.

interface NodeSocket {
  setMaxListeners(count: number): void;
  once(event: string, listener: (error: Error) => void): void;
  removeListener(event: string, listener: (error: Error) => void): void;
  destroy(): void;
}

declare module "node:net" {
  export function connect(options: { host: string; port: number }): NodeSocket;
}

declare module "node:tls" {
  export function connect(options: { host: string; port: number; servername: string }): NodeSocket;
}

declare module "nodemailer/lib/smtp-connection" {
  type Done = (error?: Error | null) => void;

  export default class SMTPConnection {
    constructor(options: {
      connection: NodeSocket;
      host: string;
      port: number;
      secure: boolean;
      secured: boolean;
      requireTLS: boolean;
      name: string;
      connectionTimeout: number;
      greetingTimeout: number;
      socketTimeout: number;
    });
    readonly secure: boolean;
    readonly upgrading: boolean;
    readonly lastServerResponse: string | false;
    on(event: "error", listener: (error: Error) => void): void;
    connect(done: Done): void;
    login(login: { user: string; pass: string }, done: Done): void;
    send(envelope: { from: string; to: string[] }, message: Uint8Array, done: Done): void;
    quit(): void;
    close(): void;
  }
}

declare module "nodemailer/lib/mail-composer" {
  export default class MailComposer {
    constructor(mail: {
      from: { name: string; address: string };
      to: { name: string; address: string };
      replyTo?: { name: string; address: string };
      subject: string;
      text: string;
      html?: string;
      messageId: string;
      headers: { "Auto-Submitted"?: string };
      disableFileAccess: boolean;
      disableUrlAccess: boolean;
    });
    compile(): { build(): Promise<Uint8Array> };
  }
}
