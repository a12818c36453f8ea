import { fragmentOf } from '@concordat/runtime/pointer'
import type { Place } from '../../errors/problem.ts'
import { displayName } from './file-name.ts'
import { JsonPositions } from './json-positions.ts'
import { LenientPositions } from './lenient-positions.ts'
import type { Path } from './reference.ts'
import { YamlPositions } from './yaml-positions.ts'

interface Positions {
  offsetOf(path: Path): number | undefined
}

/** A file's text, and as what it was parsed. */
export interface SourceText {
  readonly text: string
  readonly syntax: keyof typeof POSITIONS
}

const POSITIONS = { json: JsonPositions, yaml: YamlPositions, lenient: LenientPositions }

/** Finds lines and columns. Documents are parsed without positions, for speed: a file is looked through when a place is asked for. */
export class Locator {
  readonly #textOf: (file: string) => SourceText | undefined
  /** Offsets at which the lines of a file begin, as far as places were asked for. */
  readonly #lines = new Map<string, number[]>()
  readonly #positions = new Map<string, Positions | undefined>()

  constructor(textOf: (file: string) => SourceText | undefined) {
    this.#textOf = textOf
  }

  /**
   * The place of a node: line and column are those of the scalar, or of the key that an object or array stands under. A node that
   * the file does not have, as it was made from another, stands where the innermost stands that should hold it.
   */
  place(file: string, path: Path): Place {
    const positions = this.#positionsOf(file)
    for (let steps = path.length; positions !== undefined && steps >= 0; steps--) {
      const offset = positions.offsetOf(path.slice(0, steps))
      if (offset !== undefined)
        return {
          file: displayName(file),
          pointer: fragmentOf(path.slice(0, steps)),
          ...this.#lineAndColumn(file, offset),
        }
    }
    return { file: displayName(file), pointer: fragmentOf(path) }
  }

  /** The place of a character, for a file that cannot be parsed. */
  placeOfOffset(file: string, offset: number | undefined): Place {
    return {
      file: displayName(file),
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
    const starts = this.#lines.get(file) ?? [0]
    this.#lines.set(file, starts)
    for (let end = lineEnd(text, starts); end >= 0 && end < offset; end = lineEnd(text, starts))
      starts.push(end + 1)
    const line = lineAt(starts, offset)
    return { line, column: offset - (starts[line - 1] ?? 0) + 1 }
  }
}

/** Offset at which the last of the lines that are known ends. */
function lineEnd(text: string, starts: readonly number[]): number {
  return text.indexOf('\n', starts.at(-1))
}

/** Number of the line, from 1, that holds a character; `starts` are the offsets of the lines. */
function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) > offset) high = middle
    else low = middle + 1
  }
  return low
}
