// Runs in workerd instead of a build's own objects, on the files that they wrote.
import { DurableObject } from "cloudflare:workers";
import { moved } from "./moved.mjs";

/** Opens an object's storage without knowing what is in it. */
export class Keeper extends DurableObject {
  /**
   * Moves every time in it: of values, of tables' columns, and of the alarm.
   *
   * @param {{ writtenAt: number, by: number }} move both in ms
   */
  async move(move) {
    const { kv, sql } = this.ctx.storage;
    for (const [key, value] of [...kv.list()]) kv.put(key, moved(value, move));
    for (const table of names(sql, "SELECT name FROM sqlite_master WHERE type = 'table'")) {
      if (/^(_cf_|sqlite_)/.test(table)) continue;
      for (const column of names(sql, `PRAGMA table_info("${table}")`)) {
        this.#moveColumn(table, column, move);
      }
    }
    const alarm = await this.ctx.storage.getAlarm();
    if (alarm !== null) await this.ctx.storage.setAlarm(alarm + move.by);
  }

  /** @param {string} table @param {string} column @param {{ writtenAt: number, by: number }} move */
  #moveColumn(table, column, move) {
    const { sql } = this.ctx.storage;
    const values = sql
      .exec(`SELECT DISTINCT "${column}" AS value FROM "${table}"`)
      .toArray()
      .map(({ value }) => value)
      .filter((value) => typeof value === "number" || typeof value === "string");
    for (const value of values) {
      const later = /** @type {number | string} */ (moved(value, move));
      if (later === value) continue;
      sql.exec(`UPDATE "${table}" SET "${column}" = ? WHERE "${column}" = ?`, later, value);
    }
  }

  /** @param {string} key @param {unknown} value */
  async put(key, value) {
    this.ctx.storage.kv.put(key, value);
  }

  /** What is stored, as plain values. */
  async look() {
    const { kv, sql } = this.ctx.storage;
    return {
      alarm: await this.ctx.storage.getAlarm(),
      values: Object.fromEntries(kv.list()),
      tables: sql.exec("SELECT name, sql FROM sqlite_master ORDER BY name").toArray(),
    };
  }

  /** Closes the storage, so that SQLite's side files are merged into its file. */
  end() {
    this.ctx.abort("closed");
  }

  /** An alarm may ring here, before the site runs that it is meant for. @override */
  alarm() {
    return this.ctx.storage.setAlarm(Date.now() + 1000);
  }
}

/** The names that a question is answered with. @param {SqlStorage} sql @param {string} question */
const names = (sql, question) =>
  sql
    .exec(question)
    .toArray()
    .map(({ name }) => name)
    .filter((name) => typeof name === "string");

export default { fetch: () => new Response(null, { status: 404 }) };
