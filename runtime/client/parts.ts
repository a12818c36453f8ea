import type { serializeQuerystring } from '../http/serialize-parameter.ts'
import type { listMembers } from './paginate.ts'

/** What only some operations need. The generated client hands it to those, so that a bundle holds what its operations use. */
export interface Parts {
  /** Writes a parameter that is the whole query. */
  readonly querystring?: typeof serializeQuerystring
  /** Walks the pages of a list. */
  readonly list?: typeof listMembers
}
