import { UsageError } from '../../errors/problem.ts'

/**
 * Checks the name that a function from the configuration returned.
 * @throws {UsageError} if it is not a string, or is empty.
 */
export function answeredName(
  answer: unknown,
  { option, subject }: { readonly option: string; readonly subject: string },
): string {
  if (typeof answer === 'string' && answer !== '') return answer
  throw new UsageError(`"${option}" returned ${JSON.stringify(answer)} for ${subject}; expected a name.`)
}
