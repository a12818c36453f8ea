import { type Code, join, LINE_LENGTH, newLine, propertyKey, source } from './code.ts'

/** A value to print, on one line if it fits, else on several. */
export interface ValueText {
  /** Text on one line; absent if it is too long. */
  readonly line?: Code
  /** The value on several lines; all but the first are indented by `indent` or more. */
  readonly lines: (indent: number) => Code
}

/** A member of an object literal. */
export type Entry = readonly [name: string, value: ValueText]

/** An expression that cannot be broken. */
export function word(line: Code): ValueText {
  return { line, lines: () => line }
}

/** A function without parameters that returns a value. */
export function answering(name: Code): ValueText {
  return word(source`() => ${name}`)
}

export function objectText(entries: readonly Entry[]): ValueText {
  if (entries.length === 0) return word(source`{}`)
  const lines = entries.flatMap(([name, { line }]) =>
    line === undefined ? [] : [source`${propertyKey(name)}: ${line}`],
  )
  return {
    ...lineOf(lines, entries.length, (parts) => source`{ ${join(parts, ', ')} }`),
    lines: (indent) => {
      const rows = entries.map(([name, value]) => {
        const key = propertyKey(name)
        return source`${newLine(indent + 2)}${key}: ${fitted(value, indent + 2, key.width + 3)},`
      })
      return source`{${join(rows, '')}${newLine(indent)}}`
    },
  }
}

export function arrayText(items: readonly ValueText[]): ValueText {
  const lines = items.flatMap(({ line }) => line ?? [])
  return {
    ...lineOf(lines, items.length, (parts) => source`[${join(parts, ', ')}]`),
    lines: (indent) => {
      const rows = items.map((item) => source`${newLine(indent + 2)}${fitted(item, indent + 2, 1)},`)
      return source`[${join(rows, '')}${newLine(indent)}]`
    },
  }
}

/** A function call; if too long, its last argument is broken. */
export function callText(name: Code, values: readonly ValueText[]): ValueText {
  const lines = values.flatMap(({ line }) => line ?? [])
  return {
    ...lineOf(lines, values.length, (parts) => source`${name}(${join(parts, ', ')})`),
    lines: (indent) => {
      const parts = values.map((value, index) =>
        index < values.length - 1 ? fitted(value, indent, name.width + 2) : value.lines(indent),
      )
      return source`${name}(${join(parts, ', ')})`
    },
  }
}

/** A value with chained method calls, each part starting with its dot. */
export function chainText(parts: readonly ValueText[]): ValueText {
  const lines = parts.flatMap(({ line }) => line ?? [])
  return {
    ...lineOf(lines, parts.length, (all) => join(all, '')),
    lines: (indent) =>
      join(
        parts.map((part, index) => (index === 0 ? part.lines(indent) : fitted(part, indent, 0))),
        '',
      ),
  }
}

/** A value with code before and after it. */
export function around(before: Code, value: ValueText, behind: Code): ValueText {
  const { line } = value
  return {
    ...(line !== undefined && { line: source`${before}${line}${behind}` }),
    lines: (indent) => source`${before}${value.lines(indent)}${behind}`,
  }
}

/** The value, `column` characters into a line with this indent. */
export function fitted({ line, lines }: ValueText, indent: number, column: number): Code {
  return line !== undefined && indent + column + line.width <= LINE_LENGTH ? line : lines(indent)
}

function lineOf(
  lines: readonly Code[],
  count: number,
  make: (lines: readonly Code[]) => Code,
): { line?: Code } {
  if (lines.length < count || lines.reduce((sum, line) => sum + line.width, 0) > LINE_LENGTH) return {}
  const line = make(lines)
  return line.width > LINE_LENGTH ? {} : { line }
}
