/** Types of parameters that statements have. */
type ParameterType = 'String' | 'Float64' | 'Array(String)' | 'Array(Int64)'

/** A value that is sent separately from the statement's text. */
interface Parameter {
  readonly type: ParameterType
  readonly value: unknown
  /** True for a regular expression, which PostgreSQL must accept as well. */
  readonly isPattern?: true
}

/**
 * The persons in any of these cohorts, which PostgreSQL knows; they are inserted whenever the statement runs.
 */
export interface CohortMembers {
  readonly projectId: number
  readonly cohortIds: readonly string[]
}

type Part = Statement | Parameter | CohortMembers

/** A part of a ClickHouse statement: fixed texts, and the parts between them. */
export interface Statement {
  readonly texts: readonly string[]
  readonly parts: readonly Part[]
}

/** A statement whose lookups are complete. */
export interface Settled {
  readonly texts: readonly string[]
  readonly parts: readonly (Settled | Parameter)[]
}

/**
 * A statement as a template. Its values are statements and parameters; texts from callers are always
 * parameters.
 */
export function ch(texts: TemplateStringsArray, ...parts: readonly Part[]): Statement {
  return { texts, parts }
}

export const text = (value: string): Parameter => ({ type: 'String', value })
export const texts = (value: readonly string[]): Parameter => ({ type: 'Array(String)', value })
export const pattern = (value: string): Parameter => ({ type: 'String', value, isPattern: true })
export const integers = (value: readonly bigint[]): Parameter => ({
  type: 'Array(Int64)',
  // Written as digits: JSON would lose some, and the client would quote texts.
  value: `[${value.join(',')}]`,
})
export const decimal = (value: number): Parameter => ({ type: 'Float64', value })

/** Fixed text that depends on a number, such as a column name. */
export const raw = (value: string): Statement => ({ texts: [value], parts: [] })

/** A whole number as digits: a parameter would become a function that ClickHouse has to analyse. */
export const integer = (value: number | bigint | string): Statement => {
  const digits = BigInt(value).toString()
  return raw(digits.startsWith('-') ? `(${digits})` : digits)
}

/** Concatenates parts. */
export function join(
  parts: readonly Part[],
  separator: ', ' | ' and ' | ' or ' | ' union all ' | '',
): Statement {
  if (parts.length === 0) return raw('')
  return { texts: ['', ...parts.slice(1).map(() => separator), ''], parts }
}

export const always = ch`true`
export const never = ch`false`

/** True if all conditions are true (`and`), or any of them (`or`). */
export function combine(conditions: readonly Statement[], type: 'and' | 'or'): Statement {
  // ClickHouse would plan even for conditions that are always true.
  const said = type === 'and' ? conditions.filter((condition) => condition !== always) : conditions
  if (said.length === 0) return type === 'and' ? always : never
  return ch`(${join(said, type === 'and' ? ' and ' : ' or ')})`
}

/** Lookups needed before a statement runs. */
export interface Lookup {
  membersOf(cohorts: CohortMembers): Promise<readonly number[]>
}

/** Inserts the results of a statement's lookups. */
export async function settle(statement: Statement, lookup: Lookup): Promise<Settled> {
  const parts: Settled['parts'][number][] = []
  for (const part of statement.parts) parts.push(await settlePart(part, lookup))
  return { texts: statement.texts, parts }
}

async function settlePart(part: Part, lookup: Lookup): Promise<Settled | Parameter> {
  if ('type' in part) return part
  if ('texts' in part) return await settle(part, lookup)
  // Numbers, too many for a parameter in a URL. Nobody has the id 0.
  return { texts: [`(${[0, ...(await lookup.membersOf(part))].join(',')})`], parts: [] }
}

/** The parameters of a statement. */
export function parametersOf({ parts }: Settled): readonly Parameter[] {
  return parts.flatMap((part) => ('texts' in part ? parametersOf(part) : [part]))
}

/** A statement in the form that ClickHouse accepts. */
export function printStatement(statement: Settled): {
  readonly query: string
  readonly query_params: Record<string, unknown>
} {
  const names = new Map<Parameter, string>()
  const nameOf = (parameter: Parameter): string => {
    const name = names.get(parameter) ?? `p${names.size}`
    names.set(parameter, name)
    return name
  }
  const printPart = (part: Settled | Parameter): string =>
    'texts' in part ? print(part) : `{${nameOf(part)}:${part.type}}`
  const print = ({ texts, parts }: Settled): string =>
    texts.map((text, index) => text + (parts[index] === undefined ? '' : printPart(parts[index]))).join('')
  const query = print(statement)
  return { query, query_params: Object.fromEntries([...names].map(([{ value }, name]) => [name, value])) }
}
