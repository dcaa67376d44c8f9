import { group } from "../lib/command";
import { remove } from "./delete";
import { list } from "./list";
import { close, reopen } from "./status";
import { create, edit } from "./write";

export const job = group("job", "Manage jobs", [create, edit, list, close, reopen, remove]);
