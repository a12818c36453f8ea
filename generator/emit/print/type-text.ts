import { type Code, joinCode, LINE_LENGTH, newLineCode, propertyKeyCode, sourceCode } from './code.ts'
import { docComment } from './comment.ts'

/** A type to print, on one line if it fits, otherwise on several. */
export interface TypeText {
  /** Determines whether the type needs parentheses. */
  readonly form: 'single' | 'union' | 'intersection'
  /** The type on one line; absent if it is too long or has a comment. */
  readonly line?: Code
  /** The type on several lines; all lines except the first are indented by `indent` or more. */
  readonly lines: (indent: number) => Code
  /**
   * True if `lines` continues the current line, as an object type does. Otherwise it starts with a line
   * break.
   */
  readonly opens: boolean
}

/** A property of an object type. */
export interface TypeMember {
  readonly name: string
  readonly type: TypeText
  readonly isOptional: boolean
  readonly isReadonly?: boolean
  /** Paragraphs of the property's doc comment. */
  readonly doc: readonly string[]
}

/** A type that cannot be broken into lines: a name or literal. */
export function atomTypeText(line: Code): TypeText {
  return { form: 'single', line, lines: () => line, opens: true }
}

const NEVER = atomTypeText(sourceCode`never`)

/**
 * A type printed after "=" or ":" at this column: on the same line if it fits there or cannot be broken,
 * otherwise on several lines.
 */
export function typeCodeAfter(type: TypeText, { indent, column }: { indent: number; column: number }): Code {
  if (fits(type, column + 1)) return sourceCode` ${type.line}`
  return type.opens ? sourceCode` ${type.lines(indent)}` : type.lines(indent + 2)
}

export function arrayTypeText(item: TypeText): TypeText {
  return suffixed(item, sourceCode`[]`)
}

function suffixed(item: TypeText, suffix: Code): TypeText {
  const isSingle = item.form === 'single'
  return {
    form: 'single',
    ...lineOf([item], ([line = sourceCode``]) =>
      isSingle ? sourceCode`${line}${suffix}` : sourceCode`(${line})${suffix}`,
    ),
    lines: (indent) => sourceCode`${isSingle ? item.lines(indent) : grouped(item, indent)}${suffix}`,
    opens: true,
  }
}

function spread(list: TypeText): TypeText {
  return {
    form: 'single',
    ...lineOf([list], ([line = sourceCode``]) => sourceCode`...${line}`),
    lines: (indent) => sourceCode`...${list.lines(indent)}`,
    opens: list.opens,
  }
}

/** A generic type with arguments: `AsyncIterable<Pet>`. Only the last argument can be broken. */
export function appliedTypeText(name: Code, argument: TypeText, before: readonly Code[] = []): TypeText {
  const start = sourceCode`${name}<${joinCode(
    before.map((code) => sourceCode`${code}, `),
    '',
  )}`
  return {
    form: 'single',
    ...lineOf([argument], ([line = sourceCode``]) => sourceCode`${start}${line}>`),
    lines: (indent) =>
      sourceCode`${start}${argument.opens ? argument.lines(indent) : argument.lines(indent + 2)}>`,
    opens: true,
  }
}

/** An optional tuple item: `string?`. */
export function optionalItemTypeText(item: TypeText): TypeText {
  return suffixed(item, sourceCode`?`)
}

/** @param rest type of the items after the fixed ones; absent if there are none. */
export function tupleTypeText(firsts: readonly TypeText[], rest?: TypeText): TypeText {
  const items = rest === undefined ? firsts : [...firsts, spread(arrayTypeText(rest))]
  return {
    form: 'single',
    ...lineOf(items, (parts) => sourceCode`[${joinCode(parts, ', ')}]`),
    lines: (indent) => {
      const rows = items.map((item) => sourceCode`${newLineCode(indent + 2)}${inside(item, indent + 2)},`)
      return sourceCode`[${joinCode(rows, '')}${newLineCode(indent)}]`
    },
    opens: true,
  }
}

/** A union without duplicates; `never` if it is empty. */
export function unionTypeText(types: readonly TypeText[]): TypeText {
  const members = distinct(types.filter((type) => type !== NEVER))
  const [first, second] = members
  if (first === undefined) return NEVER
  if (second === undefined) return first
  const part = (member: TypeText, indent: number) =>
    member.form === 'intersection' ? grouped(member, indent) : inside(member, indent)
  // "{ … } | null" keeps the object's line layout.
  if (members.length === 2 && first.form === 'single' && first.line === undefined && isWord(second))
    return {
      form: 'union',
      lines: (indent) => sourceCode`${first.lines(indent)} | ${inside(second, indent)}`,
      opens: true,
    }
  return {
    form: 'union',
    ...lineOf(members, (lines) => joinCode(lines.map(parenthesized('intersection', members)), ' | ')),
    lines: (indent) => {
      const rows = members.map((member) => sourceCode`${newLineCode(indent)}| ${part(member, indent + 2)}`)
      return joinCode(rows, '')
    },
    opens: false,
  }
}

/** An intersection without duplicates; `unknown` if it is empty. */
export function intersectionTypeText(types: readonly TypeText[]): TypeText {
  const members = distinct(types)
  const [first, second] = members
  if (first === undefined) return atomTypeText(sourceCode`unknown`)
  if (second === undefined) return first
  const part = (member: TypeText, indent: number) =>
    member.form === 'union' ? grouped(member, indent) : inside(member, indent)
  // "Pet & { … }" keeps the object's line layout.
  const opens = members.every((member) => isWord(member) || (member.form === 'single' && !member.line))
  return {
    form: 'intersection',
    ...lineOf(members, (lines) => joinCode(lines.map(parenthesized('union', members)), ' & ')),
    lines: (indent) =>
      opens
        ? joinCode(
            members.map((member) => part(member, indent)),
            ' & ',
          )
        : joinCode(
            members.map((member) => sourceCode`${newLineCode(indent)}& ${part(member, indent + 2)}`),
            '',
          ),
    opens,
  }
}

/** An object type with these properties; any other properties have the type `index`. */
export function objectTypeText(members: readonly TypeMember[], index?: TypeText): TypeText {
  const isPlain = members.every(({ doc }) => doc.length === 0)
  return {
    form: 'single',
    ...(isPlain && objectLine(members, index)),
    lines: (indent) => objectTypeLines(members, { index, indent }),
    opens: true,
  }
}

function objectLine(members: readonly TypeMember[], index: TypeText | undefined): { line?: Code } {
  const types = [...members.map(({ type }) => type), ...(index === undefined ? [] : [index])]
  return lineOf(types, (lines) => {
    const keys = [...members.map(keyOf), ...(index === undefined ? [] : [sourceCode`[key: string]`])]
    const rows = keys.map((key, at) => sourceCode`${key}: ${lines[at] ?? sourceCode``}`)
    return rows.length === 0 ? sourceCode`{}` : sourceCode`{ ${joinCode(rows, '; ')} }`
  })
}

/** Braces that enclose one property per line. */
export function objectTypeLines(
  members: readonly TypeMember[],
  { index, indent }: { index: TypeText | undefined; indent: number },
): Code {
  const inner = indent + 2
  const row = (key: Code, type: TypeText) =>
    sourceCode`${newLineCode(inner)}${key}:${typeCodeAfter(type, { indent: inner, column: inner + key.width + 1 })}`
  const rows = members.map((member) => {
    const property = row(keyOf(member), member.type)
    return member.doc.length === 0
      ? property
      : sourceCode`${newLineCode(inner)}${docComment(member.doc, inner)}${property}`
  })
  const all = index === undefined ? rows : [...rows, row(sourceCode`[key: string]`, index)]
  return sourceCode`{${joinCode(all, '')}${newLineCode(indent)}}`
}

function keyOf({ name, isOptional, isReadonly }: TypeMember): Code {
  const key = isReadonly ? sourceCode`readonly ${propertyKeyCode(name)}` : propertyKeyCode(name)
  return isOptional ? sourceCode`${key}?` : key
}

/** The type on one line, if all its parts can be printed on one line and the whole line is short enough. */
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

/** Encloses types of this form in parentheses. */
function parenthesized(form: TypeText['form'], types: readonly TypeText[]) {
  return (line: Code, index: number): Code => (types[index]?.form === form ? sourceCode`(${line})` : line)
}

/** A type nested in another one, with a given indentation. */
function inside(type: TypeText, indent: number): Code {
  if (fits(type, indent)) return type.line
  return type.opens ? type.lines(indent) : grouped(type, indent)
}

/** A type in parentheses. */
function grouped(type: TypeText, indent: number): Code {
  if (fits(type, indent + 2)) return sourceCode`(${type.line})`
  return type.opens
    ? sourceCode`(${type.lines(indent)})`
    : sourceCode`(${type.lines(indent + 2)}${newLineCode(indent)})`
}

/** True for a type that is short and needs no parentheses. */
function isWord({ form, line }: TypeText): boolean {
  return form === 'single' && line !== undefined && line.width <= LINE_LENGTH / 4
}

/** Removes types whose one-line text repeats that of an earlier type. */
function distinct(types: readonly TypeText[]): TypeText[] {
  const seen = new Set<string>()
  return types.filter(({ line }) => {
    const text = line?.write(({ name }) => name)
    if (text === undefined) return true
    return !seen.has(text) && seen.add(text)
  })
}
