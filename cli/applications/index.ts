import { group } from "../lib/command";
import { deleteOne } from "./delete";
import { drop } from "./drop";
import { list } from "./list";
import { person } from "./person";
import { save } from "./save";
import { send } from "./send";
import { show } from "./show";

const verbs = [list, show, save, send, drop, deleteOne, person];

export const applications = group("applications", "Manage applications", verbs);
