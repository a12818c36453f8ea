import { DatabaseError } from 'pg'
import { generalRefusals } from './general-refusals.ts'
import { Refusal } from './refusal.ts'

/**
 * Refusals by SQLSTATE for problems that only the database detects. PostgreSQL's strings, including those in
 * JSON, cannot contain the null character (22021, 22P05), and not every string is a valid regular expression
 * (2201B).
 */
const refused: ReadonlyMap<string | undefined, () => Refusal> = new Map([
  ['22021', () => new Refusal(generalRefusals.nullCharacter)],
  ['22P05', () => new Refusal(generalRefusals.nullCharacter)],
  // Two transactions conflicted, because of a deadlock or a failed serialization, and the other one
  // proceeded.
  ['40P01', () => new Refusal(generalRefusals.metAnother)],
  ['40001', () => new Refusal(generalRefusals.metAnother)],
  ['2201B', () => new Refusal(generalRefusals.regexSyntax, 'properties')],
])

const foreignKeyViolation = '23503'

/**
 * The refusal for a database error that this or another caller has caused: a string that PostgreSQL cannot
 * store, an invalid regular expression, a concurrent change to the same rows, or a row deleted during the
 * request.
 * @returns `undefined` for any other error.
 */
export function refusalOfDatabaseError(error: unknown): Refusal | undefined {
  if (!(error instanceof DatabaseError)) return undefined
  const { code, constraint = '', detail = '' } = error
  if (code !== foreignKeyViolation) return refused.get(code)?.()
  if (constraint.endsWith('_project_id_fkey')) return new Refusal(generalRefusals.projectNotFound)
  if (constraint.endsWith('_organization_id_fkey')) return new Refusal(generalRefusals.organizationNotFound)
  // The opposite, deleting a row to which other rows refer, would be a bug in the service.
  return detail.includes('is not present in table') ? new Refusal(generalRefusals.notFound) : undefined
}
