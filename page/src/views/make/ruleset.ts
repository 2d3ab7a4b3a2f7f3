import { isPlain } from '../../element/cells';
import { puzzleOf, shapeText } from '../../game/puzzle';
import { read } from '../../exchange/library';
import { tellProblem } from '../../exchange/tell';
import { t } from '../../words';
import type { Ruleset } from './wish';

/** The shape and the rules of a puzzle, or what is wrong with its text. */
export async function rulesetFrom(text: string): Promise<Ruleset | string> {
  const reply = await read(text);
  const wrong = tellProblem(reply, t().exchange);
  if (wrong !== undefined) return wrong;
  const { shape, rules } = puzzleOf(reply);
  if (!isPlain(shape) || rules.some((rule) => /^void\b/.test(rule))) return t().exchange.unmade(shapeText(shape));
  const { size, boxRows, boxColumns, regions } = shape;
  if (!regions) return { size, rules, ...(boxRows > 0 ? { boxes: [boxRows, boxColumns] as const } : {}) };
  return { size, rules: [`regions ${regions.map(symbolOf).join('')}`, ...rules] };
}

const symbolOf = (region: number) => (region + 1).toString(36).toUpperCase();
