import type { Problem } from '../../errors/problem.ts'
import { quoteInProblem } from '../../errors/quote.ts'
import type { Model } from '../../model/model.ts'
import type { Located } from './located.ts'

/**
 * Warns about patterns that generated servers cannot match in linear time. Servers apply these only to short
 * strings, so there is no warning if `maxLength` excludes longer strings.
 */
export async function slowPatterns({
  model: { patterns },
  locate,
}: Located<Pick<Model, 'patterns'>>): Promise<Problem[]> {
  if (patterns.length === 0) return []
  // Imported only if needed, because loading the engine for linear patterns takes longer than loading a small
  // document.
  const { longestText, whyNotLinear } = await import('@concordat/runtime/linear-pattern')
  const reasons = new Map<string, string | undefined>()
  return patterns.flatMap(({ pointer, source, maxLength = Number.POSITIVE_INFINITY }): Problem[] => {
    if (!reasons.has(source)) reasons.set(source, whyNotLinear(source))
    const reason = reasons.get(source)
    if (reason === undefined) return []
    const longest = longestText(source)
    if (maxLength <= longest) return []
    return [
      {
        code: 'pattern-not-linear',
        severity: 'warning',
        place: locate(pointer),
        message: `The pattern ${quoteInProblem(source)} cannot be matched in linear time because it ${reason}. Generated servers reject strings of more than ${longest} characters without applying the pattern.`,
        fix: `rewrite the pattern to avoid this, or add a \`maxLength\` of at most ${longest} next to it.`,
      },
    ]
  })
}
