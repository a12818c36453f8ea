import { stepsOf } from '@concordat/runtime/pointer'

/** The subject of a clause of the bundled document, read from its pointer. */
export interface ClauseSubject {
  /** Steps below the path or the operation; of any other clause all of them. */
  readonly part: readonly string[]
  /** True if it is an operation, its path, or all of its responses. */
  readonly isWhole: boolean
  /** True if it is within a component or a schema: it says one thing, whoever refers to it. */
  readonly isShared: boolean
  /** True if it is within a named schema, a schema or content: of an answer, its body. */
  readonly isOfBody: boolean
  readonly isOfHeader: boolean
  /** True if it is all responses of an operation, or one as a whole. */
  readonly isResponse: boolean
  /** The key of the response that it is in: "200", "default"; of a shared one its name. */
  readonly response: string | undefined
  /** True if it is within the content of a response. */
  readonly isOfContent: boolean
  /** The named schema that it is in; absent if it is that schema as a whole. */
  readonly schema: string | undefined
  /** The first member of a body that it is in. */
  readonly member: string | undefined
}

const METHODS: ReadonlySet<string> = new Set('get put post delete options head patch trace query'.split(' '))

export function subjectOf(clause: string): ClauseSubject {
  const steps = stepsOf(clause)
  const [root = '', kind = '', third = ''] = steps
  const isComponent = root === 'components'
  const part = root === 'paths' ? steps.slice(METHODS.has(third) ? 3 : 2) : steps
  const isNamed = isComponent && kind === 'schemas'
  const responses = isComponent && kind !== 'responses' ? undefined : indexIn(steps, 'responses')
  const [response, within] = responses === undefined ? [] : steps.slice(responses + 1)
  const beyond = responses === undefined ? 0 : steps.length - responses - 1
  const properties = indexIn(steps, 'properties')
  return {
    part,
    isWhole: part.length === 0 || (part.length === 1 && part[0] === 'responses'),
    isShared: isComponent || steps.includes('schema'),
    isOfBody: isNamed || steps.includes('schema') || steps.includes('content'),
    isOfHeader: (isComponent && kind === 'headers') || (within === 'headers' && beyond > 2),
    isResponse: responses !== undefined && beyond < 2,
    response,
    isOfContent: within === 'content',
    schema: isNamed && steps.length > 3 ? third : undefined,
    member: properties === undefined ? undefined : steps[properties + 1],
  }
}

function indexIn(steps: readonly string[], step: string): number | undefined {
  const index = steps.indexOf(step)
  return index < 0 ? undefined : index
}
