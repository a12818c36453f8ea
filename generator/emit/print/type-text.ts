import { type Code, join, LINE_LENGTH, newLine, propertyKey, source } from './code.ts'
import { docComment } from './comment.ts'

/** A type to print, on one line if it fits, else on several. */
export interface TypeText {
  /** Decides if it needs parentheses. */
  readonly form: 'single' | 'union' | 'intersection'
  /** The type on one line; absent if it is too long or has a comment. */
  readonly line?: Code
  /** The type on several lines; all but the first are indented by `indent` or more. */
  readonly lines: (indent: number) => Code
  /** True if `lines` continues the current line, as an object does; else it starts with a line break. */
  readonly opens: boolean
}

/** A property of an object type. */
export interface Member {
  readonly name: string
  readonly type: TypeText
  readonly isOptional: boolean
  readonly isReadonly?: boolean
  /** Paragraphs of its doc comment. */
  readonly doc: readonly string[]
}

/** A type that cannot be broken: a name or literal. */
export function atom(line: Code): TypeText {
  return { form: 'single', line, lines: () => line, opens: true }
}

const NEVER = atom(source`never`)

/** A type after "=" or ":" at this column: on the same line, or broken. */
export function following(type: TypeText, { indent, column }: { indent: number; column: number }): Code {
  if (fits(type, column + 1)) return source` ${type.line}`
  return type.opens ? source` ${type.lines(indent)}` : type.lines(indent + 2)
}

export function array(item: TypeText): TypeText {
  return suffixed(item, source`[]`)
}

function suffixed(item: TypeText, suffix: Code): TypeText {
  const isSingle = item.form === 'single'
  return {
    form: 'single',
    ...lineOf([item], ([line = source``]) =>
      isSingle ? source`${line}${suffix}` : source`(${line})${suffix}`,
    ),
    lines: (indent) => source`${isSingle ? item.lines(indent) : grouped(item, indent)}${suffix}`,
    opens: true,
  }
}

function spread(list: TypeText): TypeText {
  return {
    form: 'single',
    ...lineOf([list], ([line = source``]) => source`...${line}`),
    lines: (indent) => source`...${list.lines(indent)}`,
    opens: list.opens,
  }
}

/** A generic type with arguments: `AsyncIterable<Pet>`. Only the last argument is broken. */
export function applied(name: Code, argument: TypeText, before: readonly Code[] = []): TypeText {
  const start = source`${name}<${join(
    before.map((code) => source`${code}, `),
    '',
  )}`
  return {
    form: 'single',
    ...lineOf([argument], ([line = source``]) => source`${start}${line}>`),
    lines: (indent) =>
      source`${start}${argument.opens ? argument.lines(indent) : argument.lines(indent + 2)}>`,
    opens: true,
  }
}

/** An optional item of a tuple: `string?`. */
export function optional(item: TypeText): TypeText {
  return suffixed(item, source`?`)
}

/** @param rest Type of the items after the fixed ones; absent if there are none. */
export function tuple(firsts: readonly TypeText[], rest?: TypeText): TypeText {
  const items = rest === undefined ? firsts : [...firsts, spread(array(rest))]
  return {
    form: 'single',
    ...lineOf(items, (parts) => source`[${join(parts, ', ')}]`),
    lines: (indent) => {
      const rows = items.map((item) => source`${newLine(indent + 2)}${inside(item, indent + 2)},`)
      return source`[${join(rows, '')}${newLine(indent)}]`
    },
    opens: true,
  }
}

/** Union without duplicates; `never` if empty. */
export function union(types: readonly TypeText[]): TypeText {
  const members = distinct(types.filter((type) => type !== NEVER))
  const [first, second] = members
  if (first === undefined) return NEVER
  if (second === undefined) return first
  const part = (member: TypeText, indent: number) =>
    member.form === 'intersection' ? grouped(member, indent) : inside(member, indent)
  // "{ … } | null" stays on the object's lines.
  if (members.length === 2 && first.form === 'single' && first.line === undefined && isWord(second))
    return {
      form: 'union',
      lines: (indent) => source`${first.lines(indent)} | ${inside(second, indent)}`,
      opens: true,
    }
  return {
    form: 'union',
    ...lineOf(members, (lines) => join(lines.map(parenthesized('intersection', members)), ' | ')),
    lines: (indent) => {
      const rows = members.map((member) => source`${newLine(indent)}| ${part(member, indent + 2)}`)
      return join(rows, '')
    },
    opens: false,
  }
}

/** Intersection without duplicates; `unknown` if empty. */
export function intersection(types: readonly TypeText[]): TypeText {
  const members = distinct(types)
  const [first, second] = members
  if (first === undefined) return atom(source`unknown`)
  if (second === undefined) return first
  const part = (member: TypeText, indent: number) =>
    member.form === 'union' ? grouped(member, indent) : inside(member, indent)
  // "Pet & { … }" stays on the object's lines.
  const opens = members.every((member) => isWord(member) || (member.form === 'single' && !member.line))
  return {
    form: 'intersection',
    ...lineOf(members, (lines) => join(lines.map(parenthesized('union', members)), ' & ')),
    lines: (indent) =>
      opens
        ? join(
            members.map((member) => part(member, indent)),
            ' & ',
          )
        : join(
            members.map((member) => source`${newLine(indent)}& ${part(member, indent + 2)}`),
            '',
          ),
    opens,
  }
}

/** Object type with these properties, and any others of type `index`. */
export function object(members: readonly Member[], index?: TypeText): TypeText {
  const isPlain = members.every(({ doc }) => doc.length === 0)
  return {
    form: 'single',
    ...(isPlain && objectLine(members, index)),
    lines: (indent) => objectLines(members, { index, indent }),
    opens: true,
  }
}

function objectLine(members: readonly Member[], index: TypeText | undefined): { line?: Code } {
  const types = [...members.map(({ type }) => type), ...(index === undefined ? [] : [index])]
  return lineOf(types, (lines) => {
    const keys = [...members.map(keyOf), ...(index === undefined ? [] : [source`[key: string]`])]
    const rows = keys.map((key, at) => source`${key}: ${lines[at] ?? source``}`)
    return rows.length === 0 ? source`{}` : source`{ ${join(rows, '; ')} }`
  })
}

/** Braces with one property on each line. */
export function objectLines(
  members: readonly Member[],
  { index, indent }: { index: TypeText | undefined; indent: number },
): Code {
  const inner = indent + 2
  const row = (key: Code, type: TypeText) =>
    source`${newLine(inner)}${key}:${following(type, { indent: inner, column: inner + key.width + 1 })}`
  const rows = members.map((member) => {
    const property = row(keyOf(member), member.type)
    return member.doc.length === 0
      ? property
      : source`${newLine(inner)}${docComment(member.doc, inner)}${property}`
  })
  const all = index === undefined ? rows : [...rows, row(source`[key: string]`, index)]
  return source`{${join(all, '')}${newLine(indent)}}`
}

function keyOf({ name, isOptional, isReadonly }: Member): Code {
  const key = isReadonly ? source`readonly ${propertyKey(name)}` : propertyKey(name)
  return isOptional ? source`${key}?` : key
}

/** The type on one line, if all parts have one and it fits. */
function lineOf(parts: readonly TypeText[], make: (lines: readonly Code[]) => Code): { line?: Code } {
  const lines: Code[] = []
  let width = 0
  for (const { line } of parts) {
    if (line === undefined) return {}
    width += line.width
    if (width > LINE_LENGTH) return {}
    lines.push(line)
  }
  const line = make(lines)
  return line.width > LINE_LENGTH ? {} : { line }
}

function fits(type: TypeText, column: number): type is TypeText & { readonly line: Code } {
  return type.line !== undefined && column + type.line.width <= LINE_LENGTH
}

/** Puts types of this form in parentheses. */
function parenthesized(form: TypeText['form'], types: readonly TypeText[]) {
  return (line: Code, index: number): Code => (types[index]?.form === form ? source`(${line})` : line)
}

/** A type inside another one, at an indent. */
function inside(type: TypeText, indent: number): Code {
  if (fits(type, indent)) return type.line
  return type.opens ? type.lines(indent) : grouped(type, indent)
}

/** A type in parentheses. */
function grouped(type: TypeText, indent: number): Code {
  if (fits(type, indent + 2)) return source`(${type.line})`
  return type.opens ? source`(${type.lines(indent)})` : source`(${type.lines(indent + 2)}${newLine(indent)})`
}

/** True if a type is one short word. */
function isWord({ form, line }: TypeText): boolean {
  return form === 'single' && line !== undefined && line.width <= LINE_LENGTH / 4
}

/** Types without duplicates by printed text. */
function distinct(types: readonly TypeText[]): TypeText[] {
  const seen = new Set<string>()
  return types.filter(({ line }) => {
    const text = line?.write(({ name }) => name)
    if (text === undefined) return true
    return !seen.has(text) && seen.add(text)
  })
}
