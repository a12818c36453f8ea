import { formatProblems, type Problem } from '../errors/problem.ts'

/** Warnings of one code that stand whole: large documents repeat one slip hundreds of times. */
const WHOLE = 3

/** The first warnings of each code, and how many more there are of it. Empty without warnings. */
export function formatWarnings(warnings: readonly Problem[]): string {
  if (warnings.length === 0) return ''
  const groups = [...Map.groupBy(warnings, ({ code }) => code)]
  const shown = groups.flatMap(([, group]) => group.slice(0, WHOLE))
  const rest = groups.flatMap(([code, { length }]) =>
    length > WHOLE ? [`${length - WHOLE} more of ${code}`] : [],
  )
  return [formatProblems(shown), ...(rest.length > 0 ? [`And ${rest.join(', ')}.`] : [])].join('\n')
}
