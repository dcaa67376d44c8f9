import { group } from "../lib/command";
import { add } from "./add";
import { list } from "./list";
import { remove } from "./remove";
import { test } from "./test";

export const notify = group("notify", "Set up notifications", [list, add, test, remove]);
