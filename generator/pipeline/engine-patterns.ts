import type { Problem } from '../errors/problem.ts'
import { quoteInProblem } from '../errors/quote.ts'
import type { ReadDocument } from './read-document.ts'

/**
 * Warns about patterns that need a separate engine to run in linear time. An inlined runtime must import that
 * engine.
 */
export async function enginePatterns({
  model: { patterns },
  locate,
}: Pick<ReadDocument, 'model' | 'locate'>): Promise<Problem[]> {
  if (patterns.length === 0) return []
  const { isLinearNatively, whyNotLinear } = await import('@concordat/runtime/linear-pattern')
  const needing = new Set(
    patterns
      .map(({ source }) => source)
      .filter((source) => !isLinearNatively(source) && whyNotLinear(source) === undefined),
  )
  return patterns
    .filter(({ source }) => needing.has(source))
    .map(({ pointer, source }) => ({
      code: 'engine-imported',
      severity: 'warning',
      place: locate(pointer),
      message: `JavaScript can take more than linear time to match the pattern ${quoteInProblem(source)}, so the inlined runtime matches it with the package "re2js".`,
      fix: 'run npm install re2js, or write the pattern with a "^" at its start and only one repetition, of a single character.',
    }))
}
