import { group } from "../lib/command";
import { remove } from "./delete";
import { edit } from "./edit";
import { list } from "./list";
import { create } from "./new";
import { close, reopen } from "./status";

export const job = group("job", "Jobs of a company", [create, edit, list, close, reopen, remove]);
