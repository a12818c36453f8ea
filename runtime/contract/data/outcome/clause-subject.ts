import { stepsOf } from '@concordat/runtime/pointer'

/** The subject of a clause in the bundled document, derived from its pointer. */
interface ClauseSubject {
  /** The pointer's steps below the path or the operation; all its steps if the clause is in neither. */
  readonly part: readonly string[]
  /** True if the subject is an operation, its path, or all of its responses. */
  readonly isWhole: boolean
  /**
   * True if the subject is within a component or a schema, so that its meaning does not depend on where it is
   * referenced.
   */
  readonly isShared: boolean
  readonly isOfHeader: boolean
  /** True if the subject is all of an operation's responses, or one whole response. */
  readonly isResponse: boolean
  /** Key of the enclosing response, such as "200" or "default"; for a shared response, its name. */
  readonly response: string | undefined
  /** True if the subject is within a response's content. */
  readonly isOfContent: boolean
  /** The enclosing named schema; absent if the subject is that whole schema. */
  readonly schema: string | undefined
  /** The outermost property that is or encloses the subject. */
  readonly member: string | undefined
}

const METHODS: ReadonlySet<string> = new Set('get put post delete options head patch trace query'.split(' '))

export function subjectOfBrokenClause(clause: string): ClauseSubject {
  const steps = stepsOf(clause)
  const [root = '', kind = '', third = ''] = steps
  const isComponent = root === 'components'
  const part = root === 'paths' ? steps.slice(METHODS.has(third) ? 3 : 2) : steps
  const isNamed = isComponent && kind === 'schemas'
  const isInSchema = steps.includes('schema')
  const [member] = stepsBehind(steps, 'properties') ?? []
  return {
    part,
    isWhole: part.length === 0 || (part.length === 1 && part[0] === 'responses'),
    isShared: isComponent || isInSchema,
    ...responseSubject(steps, isComponent ? kind : 'responses'),
    schema: isNamed && steps.length > 3 ? third : undefined,
    member,
  }
}

/** @param kind The kind of components; "responses" for a clause within a path. */
function responseSubject(
  steps: readonly string[],
  kind: string,
): Pick<ClauseSubject, 'isOfHeader' | 'isResponse' | 'response' | 'isOfContent'> {
  const behind = kind === 'responses' ? stepsBehind(steps, 'responses') : undefined
  const [response, within] = behind ?? []
  return {
    isOfHeader: kind === 'headers' || (within === 'headers' && Number(behind?.length) > 2),
    isResponse: behind !== undefined && behind.length < 2,
    response,
    isOfContent: within === 'content',
  }
}

function stepsBehind(steps: readonly string[], step: string): readonly string[] | undefined {
  const index = steps.indexOf(step)
  return index < 0 ? undefined : steps.slice(index + 1)
}
