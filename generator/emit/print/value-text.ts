import { type Code, joinCode, LINE_LENGTH, newLineCode, propertyKeyCode, sourceCode } from './code.ts'

/** A value to print, on one line if it fits, otherwise on several. */
export interface ValueText {
  /** Text on one line; absent if it is too long. */
  readonly line?: Code
  /** The value on several lines; all lines except the first are indented by `indent` or more. */
  readonly lines: (indent: number) => Code
}

/** A property of an object literal. */
export type ObjectEntry = readonly [name: string, value: ValueText]

/** An expression that cannot be broken into lines. */
export function wordText(line: Code): ValueText {
  return { line, lines: () => line }
}

/** A function without parameters that returns a value. */
export function answeringText(name: Code): ValueText {
  return wordText(sourceCode`() => ${name}`)
}

export function objectText(entries: readonly ObjectEntry[]): ValueText {
  if (entries.length === 0) return wordText(sourceCode`{}`)
  const lines = entries.flatMap(([name, { line }]) =>
    line === undefined ? [] : [sourceCode`${propertyKeyCode(name)}: ${line}`],
  )
  return {
    ...lineOf(lines, entries.length, (parts) => sourceCode`{ ${joinCode(parts, ', ')} }`),
    lines: (indent) => {
      const rows = entries.map(([name, value]) => {
        const key = propertyKeyCode(name)
        return sourceCode`${newLineCode(indent + 2)}${key}: ${fittedText(value, indent + 2, key.width + 3)},`
      })
      return sourceCode`{${joinCode(rows, '')}${newLineCode(indent)}}`
    },
  }
}

export function arrayText(items: readonly ValueText[]): ValueText {
  const lines = items.flatMap(({ line }) => line ?? [])
  return {
    ...lineOf(lines, items.length, (parts) => sourceCode`[${joinCode(parts, ', ')}]`),
    lines: (indent) => {
      const rows = items.map(
        (item) => sourceCode`${newLineCode(indent + 2)}${fittedText(item, indent + 2, 1)},`,
      )
      return sourceCode`[${joinCode(rows, '')}${newLineCode(indent)}]`
    },
  }
}

/** A function call; if it is too long, its last argument is broken into lines. */
export function callText(name: Code, values: readonly ValueText[]): ValueText {
  const lines = values.flatMap(({ line }) => line ?? [])
  return {
    ...lineOf(lines, values.length, (parts) => sourceCode`${name}(${joinCode(parts, ', ')})`),
    lines: (indent) => {
      const parts = values.map((value, index) =>
        index < values.length - 1 ? fittedText(value, indent, name.width + 2) : value.lines(indent),
      )
      return sourceCode`${name}(${joinCode(parts, ', ')})`
    },
  }
}

/** A value followed by chained method calls, each of which starts with a dot. */
export function chainText(parts: readonly ValueText[]): ValueText {
  const lines = parts.flatMap(({ line }) => line ?? [])
  return {
    ...lineOf(lines, parts.length, (all) => joinCode(all, '')),
    lines: (indent) =>
      joinCode(
        parts.map((part, index) => (index === 0 ? part.lines(indent) : fittedText(part, indent, 0))),
        '',
      ),
  }
}

/** A value with code before and after it. */
export function textAround(before: Code, value: ValueText, behind: Code): ValueText {
  const { line } = value
  return {
    ...(line !== undefined && { line: sourceCode`${before}${line}${behind}` }),
    lines: (indent) => sourceCode`${before}${value.lines(indent)}${behind}`,
  }
}

/**
 * A value that starts at `column` in a line with this indentation: on one line if it fits, otherwise broken.
 */
export function fittedText({ line, lines }: ValueText, indent: number, column: number): Code {
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
