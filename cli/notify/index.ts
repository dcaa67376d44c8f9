import { group } from "../lib/command";
import { add } from "./add";
import { list } from "./list";
import { remove } from "./remove";
import { test } from "./test";

export const notify = group("notify", "Notify of applications", [list, add, test, remove]);
