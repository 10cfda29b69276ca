// The second script: hands what is in it to the page.

import "../control/number.js";
import "../control/rank.js";
import { HistoryFinder } from "../history/finder.js";
import { decisions } from "../history/page.js";
import { PaletteKeys } from "../palette/keys.js";
import { palette } from "../palette/palette.js";
import { asking, heldAnswer } from "../rendering/asking.js";
import { outcome } from "../rendering/outcome.js";
import { stillCard } from "../rendering/still.js";
import { help } from "./help.js";
import { arrive } from "./later.js";
import { sheet } from "./sheet.js";
import { tell } from "./telling.js";
import { stoppedPanel, withdrawStopped } from "./withdraw.js";

const parts = { asking, heldAnswer, outcome, stillCard, help, sheet, tell, decisions, HistoryFinder, palette, PaletteKeys, stoppedPanel, withdrawStopped };

/** @typedef {typeof parts} Parts */

arrive(parts);
