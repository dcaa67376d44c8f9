import { group } from "../lib/command";
import { check } from "./check";
import { remove } from "./delete";
import { list } from "./list";
import { add } from "./new";
import { update } from "./update";

const verbs = [add, list, check, update, remove];

export const company = group("company", "Manage companies", verbs);
