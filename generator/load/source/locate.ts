import { fragmentOf } from '@concordat/runtime/pointer'
import type { SourcePlace } from '../../errors/problem.ts'
import { fileDisplayName } from './file-name.ts'
import { JsonPositions } from './json-positions.ts'
import { LenientPositions } from './lenient-positions.ts'
import type { Path } from './reference.ts'
import { YamlPositions } from './yaml-positions.ts'

interface Positions {
  offsetOf(path: Path): number | undefined
}

/** A file's text and its syntax. */
export interface SourceText {
  readonly text: string
  readonly syntax: keyof typeof POSITIONS
}

/** The lines of a file that have been found so far; more are found when they are needed. */
interface KnownLines {
  /** Offsets of their starts. */
  readonly starts: number[]
  /**
   * Offset of the end of the last line, stored because a document can be a single line of several megabytes.
   */
  end: number
}

const POSITIONS = { json: JsonPositions, yaml: YamlPositions, lenient: LenientPositions }

/**
 * Finds lines and columns. Parsing is faster without positions, so a file is searched only if a position is
 * needed.
 */
export class Locator {
  readonly #textOf: (file: string) => SourceText | undefined
  readonly #lines = new Map<string, KnownLines>()
  readonly #positions = new Map<string, Positions | undefined>()

  constructor(textOf: (file: string) => SourceText | undefined) {
    this.#textOf = textOf
  }

  /**
   * Returns the line and column of a scalar, or of an object's or array's key. For a generated node, they are
   * those of its innermost ancestor that is in the file.
   */
  place(file: string, path: Path): SourcePlace {
    const positions = this.#positionsOf(file)
    for (let steps = path.length; positions !== undefined && steps >= 0; steps--) {
      const offset = positions.offsetOf(path.slice(0, steps))
      if (offset !== undefined)
        return {
          file: fileDisplayName(file),
          pointer: fragmentOf(path.slice(0, steps)),
          ...this.#lineAndColumn(file, offset),
        }
    }
    return { file: fileDisplayName(file), pointer: fragmentOf(path) }
  }

  /** The location of a character in a file that cannot be parsed. */
  placeOfOffset(file: string, offset: number | undefined): SourcePlace {
    return {
      file: fileDisplayName(file),
      pointer: '#',
      ...(offset !== undefined && this.#lineAndColumn(file, offset)),
    }
  }

  #positionsOf(file: string): Positions | undefined {
    if (!this.#positions.has(file)) {
      const found = this.#textOf(file)
      this.#positions.set(file, found && new POSITIONS[found.syntax](found.text))
    }
    return this.#positions.get(file)
  }

  #lineAndColumn(file: string, offset: number): { line: number; column: number } | undefined {
    const text = this.#textOf(file)?.text
    if (text === undefined) return undefined
    const lines = this.#lines.get(file) ?? { starts: [0], end: lineEnd(text, 0) }
    this.#lines.set(file, lines)
    while (lines.end < offset) {
      const start = lines.end + 1
      lines.starts.push(start)
      lines.end = lineEnd(text, start)
    }
    const line = lineAt(lines.starts, offset)
    return { line, column: offset - (lines.starts[line - 1] ?? 0) + 1 }
  }
}

/** Offset of the end of a line; infinite for the last line. */
function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start)
  return end < 0 ? Number.POSITIVE_INFINITY : end
}

/** Line number of a character, starting at 1; `starts` contains the offsets of the lines. */
function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) > offset) high = middle
    else low = middle + 1
  }
  return low
}
