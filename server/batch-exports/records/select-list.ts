import type { Expression } from '../../events/event-export.ts'
import { type Reason, Refusal } from '../../refusals/refusal.ts'
import { exportRefusals } from '../refusals.ts'
import { isEventColumn } from './columns.ts'

/** The expressions that a query selects, with their names. */
export type SelectList = readonly { readonly alias: string; readonly expression: Expression }[]

/** A query as the API represents it. @see interface document, section 2.3, schema */
export type QuerySchema = {
  readonly fields: { readonly expression: string; readonly alias: string }[]
  /** The strings and numbers in expressions, which refer to them as `%(hogql_val_0)s`. */
  readonly values: Record<string, unknown>
  /** The query as it was parsed. */
  readonly hogql_query: string
}

/**
 * Parses a query that consists only of a select list over `events`. An item is a column, `properties.name`,
 * `properties['name']`, a number or a string in single quotes. All items except columns and `properties.name`
 * need an alias.
 * @throws Refusal with the attribute `hogql_query`.
 */
export function parseSelectList(query: string): SelectList {
  const tokens = tokenize(query)
  const reader = new TokenReader(tokens)
  if (!reader.takeWord('select')) throw refuse(exportRefusals.queryUnparsable)
  const items = [readItem(reader)]
  while (reader.take(',')) items.push(readItem(reader))
  readSource(reader)
  const aliases = new Set(items.map(({ alias }) => alias))
  if (aliases.size < items.length) throw refuse(exportRefusals.queryInvalid)
  return items
}

/** A select list as the API represents it. */
export function selectListSchema(items: SelectList): QuerySchema {
  const values: Record<string, unknown> = {}
  const name = (value: string | number): string => {
    const key = `hogql_val_${Object.keys(values).length}`
    values[key] = value
    return `%(${key})s`
  }
  const fields = items.map(({ alias, expression }) => {
    if ('column' in expression) return { expression: expression.column, alias }
    if ('property' in expression) return { expression: `properties -> ${name(expression.property)}`, alias }
    return { expression: name(expression.constant), alias }
  })
  const list = items.map(({ alias, expression }) => `${printed(expression)} AS ${quotedName(alias)}`)
  return { fields, values, hogql_query: `SELECT ${list.join(', ')} FROM events` }
}

function printed(expression: Expression): string {
  if ('column' in expression) return expression.column
  if ('property' in expression) return `properties[${quotedText(expression.property)}]`
  return typeof expression.constant === 'number'
    ? String(expression.constant)
    : quotedText(expression.constant)
}

const quotedText = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`
const quotedName = (name: string): string => (/^[a-z_]\w*$/i.test(name) ? name : `\`${name}\``)

const refuse = (reason: Reason) => new Refusal(reason, 'hogql_query')

interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'sign'
  readonly value: string
}

/**
 * Maximum length of a query. It is longer than queries that people write, but limits the work for one
 * request.
 */
const longestQuery = 10_000

const tokenPattern =
  /\s*(?:(?<word>[a-z_$][\w$]*)|(?<number>-?\d+(?:\.\d+)?)|'(?<text>(?:[^'\\]|\\.|'')*)'|["`](?<name>[^"`\\]+)["`]|(?<sign>[(),.[\]*;=<>!+/%-]))/iy

function tokenize(query: string): Token[] {
  if (query.length > longestQuery) throw refuse(exportRefusals.queryUnsupported)
  const tokens: Token[] = []
  const end = query.trimEnd().length
  tokenPattern.lastIndex = 0
  while (tokenPattern.lastIndex < end) {
    const groups = tokenPattern.exec(query)?.groups
    const [kind, value] = Object.entries(groups ?? {}).find(([, value]) => value !== undefined) ?? []
    if (kind === undefined || value === undefined) throw refuse(exportRefusals.queryUnparsable)
    const plain =
      kind === 'text' ? value.replace(/\\(.)|''/g, (whole, escaped) => escaped ?? whole[0]) : value
    tokens.push({ kind: kind as Token['kind'], value: plain })
  }
  return tokens
}

class TokenReader {
  readonly #tokens: readonly Token[]
  #position = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  /** Consumes and returns the next token. @throws Refusal if there are no more tokens. */
  next(): Token {
    const token = this.#tokens[this.#position]
    if (token === undefined) throw refuse(exportRefusals.queryUnparsable)
    this.#position += 1
    return token
  }

  take(sign: string): boolean {
    return this.#takeIf((token) => token.kind === 'sign' && token.value === sign)
  }

  takeWord(word: string): boolean {
    return this.#takeIf((token) => token.kind === 'word' && token.value.toLowerCase() === word)
  }

  isAtEnd(): boolean {
    return this.#position === this.#tokens.length
  }

  #takeIf(matches: (token: Token) => boolean): boolean {
    const token = this.#tokens[this.#position]
    const taken = token !== undefined && matches(token)
    if (taken) this.#position += 1
    return taken
  }
}

function readItem(reader: TokenReader): SelectList[number] {
  const { expression, name } = readExpression(reader)
  const alias = reader.takeWord('as') ? readName(reader) : name
  if (alias === undefined) throw refuse(exportRefusals.queryInvalid)
  return { alias, expression }
}

function readExpression(reader: TokenReader): { expression: Expression; name?: string } {
  const token = reader.next()
  if (token.kind === 'text') return { expression: { constant: token.value } }
  if (token.kind === 'number') return { expression: { constant: Number(token.value) } }
  if (token.kind === 'sign') throw refuse(exportRefusals.queryUnsupported)
  const isQualified = token.value.toLowerCase() === 'events' && reader.take('.')
  const column = isQualified ? readName(reader) : token.value
  if (column === 'properties' && reader.take('.')) {
    const property = readName(reader)
    return { expression: { property }, name: property }
  }
  if (column === 'properties' && reader.take('[')) {
    const { kind, value } = reader.next()
    if (kind !== 'text' || !reader.take(']')) throw refuse(exportRefusals.queryUnparsable)
    return { expression: { property: value } }
  }
  if (reader.take('(')) throw refuse(exportRefusals.queryUnsupported) // a function
  if (!isEventColumn(column)) throw refuse(exportRefusals.queryInvalid)
  return { expression: { column }, name: column }
}

function readName(reader: TokenReader): string {
  const { kind, value } = reader.next()
  if (kind !== 'word' && kind !== 'name') throw refuse(exportRefusals.queryUnparsable)
  return value
}

function readSource(reader: TokenReader): void {
  if (reader.isAtEnd()) throw refuse(exportRefusals.querySource)
  if (!reader.takeWord('from')) throw refuse(exportRefusals.queryUnsupported)
  const source = reader.next()
  if (source.kind === 'sign') throw refuse(exportRefusals.querySource)
  if (source.value.toLowerCase() !== 'events') throw refuse(exportRefusals.querySourceOther)
  reader.take(';')
  if (reader.isAtEnd()) return
  const { kind, value } = reader.next()
  const word = kind === 'word' ? value.toLowerCase() : value
  if (word === 'union') throw refuse(exportRefusals.queryUnion)
  throw refuse(
    ['join', 'left', 'right', 'inner', 'cross', 'full', ','].includes(word)
      ? exportRefusals.queryJoin
      : exportRefusals.queryUnsupported,
  )
}
