import { DatabaseError } from 'pg'
import { generalRefusals } from './general-refusals.ts'
import { Refusal } from './refusal.ts'

/**
 * Refusals by SQLSTATE for requests that only the database can judge. Its texts, and those in its JSON, hold
 * every character but the null character (22021, 22P05), and not every text is a regular expression to it
 * (2201B).
 */
const refused: ReadonlyMap<string | undefined, () => Refusal> = new Map([
  ['22021', () => new Refusal(generalRefusals.nullCharacter)],
  ['22P05', () => new Refusal(generalRefusals.nullCharacter)],
  // Two transactions met, a deadlock or what cannot be put in an order: the other one went on.
  ['40P01', () => new Refusal(generalRefusals.metAnother)],
  ['40001', () => new Refusal(generalRefusals.metAnother)],
  ['2201B', () => new Refusal(generalRefusals.regexSyntax, 'properties')],
])

/** SQLSTATE of a row that refers to one that is not there. */
const foreignKeyViolation = '23503'

/**
 * The answer to a database error that the caller, or another caller, has caused: a text that PostgreSQL
 * cannot store, a concurrent change of the same rows, or a row that was deleted during the request.
 * @returns `undefined` for every other error.
 */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof DatabaseError)) return undefined
  const { code, constraint = '', detail = '' } = error
  if (code !== foreignKeyViolation) return refused.get(code)?.()
  if (constraint.endsWith('_project_id_fkey')) return new Refusal(generalRefusals.projectNotFound)
  if (constraint.endsWith('_organization_id_fkey')) return new Refusal(generalRefusals.organizationNotFound)
  // The other way around, something that is referred to cannot go, would be a mistake of ours.
  return detail.includes('is not present in table') ? new Refusal(generalRefusals.notFound) : undefined
}
