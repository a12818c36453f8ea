import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UsageError } from '../errors/problem.ts'
import { EXECUTABLE } from '../package/executable.ts'
import { PACKAGE_ROOT } from '../package/root.ts'
import { type ConfigPosition, configPositionAt } from './locate-member.ts'

interface FailurePosition extends Partial<ConfigPosition> {
  readonly file: string
}

/** Folder of our own code, which is never reported as the location of a user's error. */
const OWN = join(PACKAGE_ROOT, 'generator') + sep

/**
 * Creates an error for a configuration file that cannot be loaded because of its syntax, a failed import or
 * an exception. The error is reported as the user's, with file and line, which can be in an imported file.
 */
export function configLoadFailure(error: unknown, path: string): UsageError {
  const { file, line, column } = placeOf(error, path)
  const position = line === undefined ? '' : `:${line}${column === undefined ? '' : `:${column}`}`
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const text = `${relative(process.cwd(), file)}${position} the configuration cannot be loaded: ${what}`
  return new UsageError(text, { cause: error })
}

function placeOf(error: unknown, path: string): FailurePosition {
  if (!(error instanceof Error)) return { file: path }
  const { stack = '', message } = error
  return (
    headOf(stack) ??
    importerOf(message) ??
    frameOf(stack) ??
    (error instanceof SyntaxError ? checked(path) : undefined) ?? { file: path }
  )
}

/**
 * Finds the position that Node prints before the stack if code cannot be parsed or linked: "FILE:LINE", the
 * code, and a caret.
 */
function headOf(stack: string): FailurePosition | undefined {
  const [, name, line] = /^(.+):(\d+)\n/.exec(stack) ?? []
  if (name === undefined || line === undefined || !/^(?:file:|\/|[A-Z]:\\)/i.test(name)) return undefined
  const column = /^( *)\^+$/m.exec(stack)?.[1]?.length
  return { file: pathOf(name), line: Number(line), ...(column !== undefined && { column: column + 1 }) }
}

/** Position from a message such as "Cannot find package 'pg' imported from /project/concordat.config.ts". */
function importerOf(message: string): FailurePosition | undefined {
  const [, wanted, importer] = /'([^']+)' imported from (.+)$/.exec(message) ?? []
  if (wanted === undefined || importer === undefined) return undefined
  const file = pathOf(importer)
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, 'utf8')
  const texts = [...text.matchAll(/(['"])([^'"\n]+)\1/g)]
  const found = texts.find(
    ([, , name = '']) =>
      name.startsWith(wanted) || (name.startsWith('.') && basename(name) === basename(wanted)),
  )
  return { file, ...(found && configPositionAt(text, found.index)) }
}

/** The innermost stack position in the user's code. */
function frameOf(stack: string): FailurePosition | undefined {
  const frames = [
    ...stack.matchAll(/^ +at (?:.*?[ (])?((?:file:\/\/)?(?:\/|[A-Z]:\\)[^\n]*?):(\d+):(\d+)\)?$/gim),
  ]
  const places = frames.map(([, name = '', line, column]) => ({
    file: pathOf(name),
    line: Number(line),
    column: Number(column),
  }))
  return places.find(({ file }) => !file.startsWith(OWN) && !file.includes(`${sep}node_modules${sep}`))
}

/**
 * Uses `node --check` to find the position of an error that has none, such as a JavaScript syntax error. A
 * single-file executable does not support this option.
 */
function checked(path: string): FailurePosition | undefined {
  if (EXECUTABLE !== undefined) return undefined
  return headOf(spawnSync(process.execPath, ['--check', path], { encoding: 'utf8' }).stderr)
}

function pathOf(name: string): string {
  return name.startsWith('file:') ? fileURLToPath(name) : name
}
