/** The types that statement parameters have. */
type ParameterType = 'String' | 'Float64' | 'Array(String)' | 'Array(Int64)'

/** A value that is sent separately from the statement text. */
interface Parameter {
  readonly type: ParameterType
  readonly value: unknown
  /** True for a regular expression, which PostgreSQL must accept as well. */
  readonly isPattern?: true
}

/**
 * The persons in any of these cohorts, which are stored in PostgreSQL. Their ids are inserted into the
 * statement whenever it runs.
 */
export interface CohortMembers {
  readonly projectId: number
  readonly cohortIds: readonly string[]
}

type Part = ClickhouseStatement | Parameter | CohortMembers

/** A ClickHouse statement, or a fragment of one: fixed strings, and the parts between them. */
export interface ClickhouseStatement {
  readonly texts: readonly string[]
  readonly parts: readonly Part[]
}

/** A statement in which all lookups have been replaced by their results. */
export interface SettledStatement {
  readonly texts: readonly string[]
  readonly parts: readonly (SettledStatement | Parameter)[]
}

/**
 * A statement written as a template. Its values are statements and parameters; strings from callers are
 * always parameters.
 */
export function ch(texts: TemplateStringsArray, ...parts: readonly Part[]): ClickhouseStatement {
  return { texts, parts }
}

export const textParameter = (value: string): Parameter => ({ type: 'String', value })
export const textsParameter = (value: readonly string[]): Parameter => ({ type: 'Array(String)', value })
export const patternParameter = (value: string): Parameter => ({ type: 'String', value, isPattern: true })
export const integersParameter = (value: readonly bigint[]): Parameter => ({
  type: 'Array(Int64)',
  // Written as digits, because JSON would lose some of them, and the client would quote strings.
  value: `[${value.join(',')}]`,
})
export const decimalParameter = (value: number): Parameter => ({ type: 'Float64', value })

/** A fixed string, such as a column name. It must not come from a caller. */
export const rawStatement = (value: string): ClickhouseStatement => ({ texts: [value], parts: [] })

/** A whole number written as digits. A parameter would become a function that ClickHouse has to analyze. */
export const integerStatement = (value: number | bigint | string): ClickhouseStatement => {
  const digits = BigInt(value).toString()
  return rawStatement(digits.startsWith('-') ? `(${digits})` : digits)
}

/** Concatenates parts. */
export function joinStatements(
  parts: readonly Part[],
  separator: ', ' | ' and ' | ' or ' | ' union all ' | '',
): ClickhouseStatement {
  if (parts.length === 0) return rawStatement('')
  return { texts: ['', ...parts.slice(1).map(() => separator), ''], parts }
}

export const alwaysMet = ch`true`
export const neverMet = ch`false`

/** True if all conditions are true (`and`), or any of them (`or`). */
export function combineConditions(
  conditions: readonly ClickhouseStatement[],
  type: 'and' | 'or',
): ClickhouseStatement {
  // Conditions that are always true are omitted, because ClickHouse would spend planning time on them.
  const said = type === 'and' ? conditions.filter((condition) => condition !== alwaysMet) : conditions
  if (said.length === 0) return type === 'and' ? alwaysMet : neverMet
  return ch`(${joinStatements(said, type === 'and' ? ' and ' : ' or ')})`
}

/** Performs the lookups that are needed before a statement runs. */
export interface StatementLookup {
  membersOf(cohorts: CohortMembers): Promise<readonly number[]>
}

/** Inserts the results of a statement's lookups into the statement. */
export async function settleLookups(
  statement: ClickhouseStatement,
  lookup: StatementLookup,
): Promise<SettledStatement> {
  const parts: SettledStatement['parts'][number][] = []
  for (const part of statement.parts) parts.push(await settlePart(part, lookup))
  return { texts: statement.texts, parts }
}

async function settlePart(part: Part, lookup: StatementLookup): Promise<SettledStatement | Parameter> {
  if ('type' in part) return part
  if ('texts' in part) return await settleLookups(part, lookup)
  // Ids are written as numbers, because there are too many for a parameter in a URL. The 0, which is no
  // person's id, keeps the list from being empty.
  return { texts: [`(${[0, ...(await lookup.membersOf(part))].join(',')})`], parts: [] }
}

/** A statement's parameters, in order. */
export function parametersOf({ parts }: SettledStatement): readonly Parameter[] {
  return parts.flatMap((part) => ('texts' in part ? parametersOf(part) : [part]))
}

/** Converts a statement to the form that ClickHouse accepts. */
export function printStatement(statement: SettledStatement): {
  readonly query: string
  readonly query_params: Record<string, unknown>
} {
  const names = new Map<Parameter, string>()
  const nameOf = (parameter: Parameter): string => {
    const name = names.get(parameter) ?? `p${names.size}`
    names.set(parameter, name)
    return name
  }
  const printPart = (part: SettledStatement | Parameter): string =>
    'texts' in part ? print(part) : `{${nameOf(part)}:${part.type}}`
  const print = ({ texts, parts }: SettledStatement): string =>
    texts.map((text, index) => text + (parts[index] === undefined ? '' : printPart(parts[index]))).join('')
  const query = print(statement)
  return { query, query_params: Object.fromEntries([...names].map(([{ value }, name]) => [name, value])) }
}
