// Backups in the embedded platform's admin interface.
import * as z from "zod";

/**
 * The tables in a backup, in the order in which they are restored. Other tables are short-lived, or would send messages
 * again.
 */
export const BACKUP_TABLES = [
  ...["clients", "positions", "applications", "notes", "confirmations", "replies"],
  ...["reply_settings", "deleted_keys", "drafts", "versions", "desk_codes", "desk_people"],
  ...["desk_log", "channels"],
] as const;

const Row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

export const BackupRows = z.object({ rows: z.array(Row) });

export const BackupPage = BackupRows.extend({ next: z.number().nullable() });

export const BackupFiles = z.object({
  files: z.array(z.object({ key: z.string(), size: z.number() })),
  next: z.string().nullable(),
});

/** The result of restoring a table's rows. */
export const RestoredRows = z.object({
  added: z.number(),
  /** Rows that the database already contains, or that conflict with one of its rows. */
  left: z.number(),
  /** Applications that got a new number, because another application has theirs. */
  renumbered: z.array(z.object({ from: z.number(), to: z.number() })),
});

export const RestoredFile = z.object({ added: z.number() });

export const RestoredDeletions = z.object({ deleted: z.number(), isLast: z.boolean() });

/** A backup's description, which is written last. */
export const BackupManifest = z.object({
  version: z.literal(1),
  createdAt: z.iso.datetime(),
  site: z.string(),
  tables: z.record(z.string(), z.number()),
  files: z.number(),
  /** Null if the undelivered applications could not be read. */
  undelivered: z.number().nullable(),
});

export type BackupManifest = z.infer<typeof BackupManifest>;
export type BackupRow = z.infer<typeof Row>;
