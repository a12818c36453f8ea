import { UsageError } from '../../errors/problem.ts'

/**
 * The name that a function of the user's answers.
 * @throws {UsageError} for one that is no text.
 */
export function answeredName(
  answer: unknown,
  { option, subject }: { readonly option: string; readonly subject: string },
): string {
  if (typeof answer === 'string' && answer !== '') return answer
  throw new UsageError(`"${option}" answers ${JSON.stringify(answer)} for ${subject}; expected a name.`)
}
